package dev.heddle.testing;

import dev.heddle.metrics.Engine;

/** One point of the matrix: the runtime that a conformance test runs on. */
public record Setup(int workers, Engine engine) {
  /** Whether a task that blocks outside of Heddle's own waits leaves its worker by itself. */
  public boolean parksAnywhere() {
    return engine == Engine.VIRTUAL;
  }

  /** As it stands in the test's name. */
  @Override
  public String toString() {
    return workers + (workers == 1 ? " worker, " : " workers, ") + engine;
  }
}
