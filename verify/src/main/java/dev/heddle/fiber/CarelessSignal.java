package dev.heddle.fiber;

import java.time.Duration;

/**
 * Broken on purpose: an automatic {@link Signal} whose waiter, when the time is up, leaves without
 * a look whether it was granted meanwhile.
 */
final class CarelessSignal extends Guard {
  private final WaitQueue queue = new WaitQueue();
  private boolean signalled;

  void signal() {
    enter();
    if (queue.grantFirst() == null) {
      signalled = true;
    }
    leave();
  }

  boolean await(Duration timeout) {
    Waiter waiter = new Waiter();
    enter();
    boolean taken = signalled;
    if (taken) {
      signalled = false;
    } else {
      queue.add(waiter);
    }
    leave();
    if (taken) {
      return true;
    }
    long end = System.nanoTime() + timeout.toNanos();
    while (end - System.nanoTime() > 0) {
      Thread.onSpinWait();
    }
    enter();
    queue.remove(waiter);
    leave();
    return false;
  }

  boolean isSignalled() {
    enter();
    boolean now = signalled;
    leave();
    return now;
  }

  int waiting() {
    return queue.size();
  }
}
