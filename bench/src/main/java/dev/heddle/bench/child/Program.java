package dev.heddle.bench.child;

/** What one contender does in one variant, with its runtime started and its input at hand. */
public interface Program extends AutoCloseable {

  /**
   * Does the work, checks its result and leaves the runtime idle.
   *
   * @return what it cost, in the benchmark's unit
   * @throws dev.heddle.bench.BenchmarkFailure if the result is wrong
   */
  double round() throws Exception;

  /** As {@link #round()}, for the warm-up: may leave out what only takes time. */
  default double warmUpRound() throws Exception {
    return round();
  }

  /**
   * How many units of work a {@link #warmUpRound()} does, for who counts what else they cost; 0 if
   * that makes no sense.
   */
  default double operations() {
    return 0;
  }

  /** Ends the runtime. */
  @Override
  void close();
}
