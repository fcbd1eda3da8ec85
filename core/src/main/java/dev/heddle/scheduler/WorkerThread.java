package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A platform thread of a runtime. On the virtual engine it carries fibers for one worker all its
 * life; on the platform engine it is a runner, which has a worker only while it holds the baton.
 */
class WorkerThread extends Thread {
  /** The worker that this thread runs now. Written by this thread or by who hands it the baton. */
  volatile @Nullable Worker worker;

  WorkerThread(@Nullable Runnable body, String name) {
    super(null, body, name, 0, false);
    setDaemon(true);
  }
}
