package dev.heddle.bench.child;

import dev.heddle.bench.BenchmarkFailure;

/** A piece of work that each contender does in its own way, and how to tell whether it did. */
public abstract class Workload {
  private final double units;
  private final int repeats;

  /**
   * @param units by how many units of work a run's time is divided
   * @param repeats how many runs make a round, of which the median counts
   */
  protected Workload(double units, int repeats) {
    this.units = units;
    this.repeats = repeats;
  }

  final double units() {
    return units;
  }

  final int repeats() {
    return repeats;
  }

  /** Before each run, not timed: makes the input as it was. */
  protected void prepare() {}

  /**
   * After each run, not timed.
   *
   * @param result what the run returned
   */
  protected abstract void check(long result);

  /** Stops everything if the two differ. */
  protected static void checkEqual(String what, long expected, long actual) {
    if (expected != actual) {
      throw new BenchmarkFailure(
          "wrong result: %s is %d, should be %d".formatted(what, actual, expected));
    }
  }
}
