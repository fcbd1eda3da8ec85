package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A platform thread of a runtime. On the virtual engine it carries fibers for one worker all its
 * life; on the platform engine it is a runner, which has a worker only while it holds the baton.
 */
class WorkerThread extends Thread {
  /** The worker that this thread plays now. Written by {@link #play} only. */
  private volatile @Nullable Worker worker;

  /**
   * What a spawn and a join need of the worker, one step nearer: they happen every few nanoseconds.
   * Written with {@code worker}; this thread reads them only while it plays a worker.
   */
  @Nullable WorkDeque deque;

  @Nullable IdleSet idle;

  WorkerThread(@Nullable Runnable body, String name) {
    super(null, body, name, 0, false);
    setDaemon(true);
  }

  /** Called by this thread, or by who gives it a worker while it has none and waits for one. */
  final void play(@Nullable Worker next) {
    deque = next == null ? null : next.deque;
    idle = next == null ? null : next.scheduler.idle;
    worker = next; // releases the two before
  }

  final @Nullable Worker worker() {
    return worker;
  }
}
