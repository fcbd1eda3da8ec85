package dev.heddle.bench.child;

import java.util.concurrent.ForkJoinTask;

/** How a ForkJoinPool is asked what {@link dev.heddle.task.Parallel#isWorthwhile()} answers. */
public final class Surplus {
  /** As in the Javadoc of {@link java.util.concurrent.RecursiveAction}. */
  private static final int ENOUGH = 3;

  private Surplus() {}

  /** Whether the current worker has forked so much already that the next part is better called. */
  public static boolean isThere() {
    return ForkJoinTask.getSurplusQueuedTaskCount() > ENOUGH;
  }
}
