package dev.heddle.fiber;

import org.jspecify.annotations.Nullable;

/**
 * Broken on purpose: a {@link Mutex} that is taken by a read and a write, and whose waiter tries to
 * take it first and announces itself then.
 */
final class CarelessMutex extends Guard {
  private volatile @Nullable Thread holder;
  private volatile boolean waited;
  private volatile boolean nudged;

  void lock() {
    while (!take()) {
      Thread.onSpinWait();
    }
  }

  private boolean take() {
    if (holder != null) {
      return false;
    }
    holder = Thread.currentThread();
    return true;
  }

  boolean tryQueued(Waiter waiter) {
    if (holder == null) {
      holder = waiter.thread;
      return true;
    }
    waited = true;
    return false;
  }

  void unlock() {
    holder = null;
    if (waited) {
      nudged = true;
    }
  }

  boolean hasNudged() {
    return nudged;
  }

  int waiting() {
    return 0;
  }
}
