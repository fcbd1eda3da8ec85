package dev.heddle.testing;

import dev.heddle.metrics.Engine;

/**
 * One point of the matrix: the runtime that a conformance test runs on.
 *
 * @param workers how many workers it has
 * @param engine what it runs on
 * @param bound whether the test's own thread is bound to it
 * @param simulated whether the whole test runs in a simulated world, its own thread too
 */
public record Setup(int workers, Engine engine, boolean bound, boolean simulated) {
  /** A runtime to which nobody is bound. */
  public Setup(int workers, Engine engine) {
    this(workers, engine, false, false);
  }

  /** A runtime with {@code workers} simulated workers. */
  public static Setup simulated(int workers) {
    return new Setup(workers, Engine.VIRTUAL, false, true);
  }

  /** Whether a task that blocks outside of Heddle's own waits leaves its worker by itself. */
  public boolean parksAnywhere() {
    return engine == Engine.VIRTUAL;
  }

  /** As it stands in the test's name. */
  @Override
  public String toString() {
    return workers
        + (workers == 1 ? " worker, " : " workers, ")
        + (bound ? "bound, " : "")
        + (simulated ? "SIMULATED" : engine);
  }
}
