package dev.heddle.scheduler;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Broken on purpose: a task's end and a waiter that announces itself without looking again. An end
 * between the look and the announcement tells nobody.
 */
final class CarelessLatch {
  private volatile boolean done;
  private volatile @Nullable Thread waiter;

  void end() {
    done = true;
    LockSupport.unpark(waiter);
  }

  void await() {
    if (done) {
      return;
    }
    waiter = Thread.currentThread();
    do {
      LockSupport.park(this);
    } while (!done && !Thread.currentThread().isInterrupted());
  }
}
