package dev.heddle.bench.memory;

import java.util.concurrent.Callable;

/**
 * Very many tasks, fibers, actors or timers that do nothing. What a crowd itself needs to find them
 * again it has allocated before they gather.
 */
public interface Crowd {

  /** Makes all of them, and returns when they wait. */
  void gather() throws InterruptedException;

  /**
   * Ends all of them, and returns when they have ended.
   *
   * @throws dev.heddle.bench.BenchmarkFailure if there were not as many as there should
   */
  void dismiss();

  /** Where to gather and dismiss them: on the calling thread, if not said. */
  default double measure(Callable<Double> measurement) throws Exception {
    return measurement.call();
  }
}
