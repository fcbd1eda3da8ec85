package dev.heddle.bench.sleepers;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Very many fibers, or whatever a contender has instead, that sleep at the same time. */
final class Sleepers {
  final int count;
  private final Sleep sleep;
  private final Duration duration;
  private final Thread[] threads;
  private final AtomicInteger left;
  private final AtomicInteger slept = new AtomicInteger();
  private final AtomicInteger interrupted = new AtomicInteger();
  private final Thread waiter = Thread.currentThread();

  /** How a contender sleeps. */
  @FunctionalInterface
  interface Sleep {
    void sleep(Duration duration) throws InterruptedException;
  }

  Sleepers(int count, Sleep sleep, Duration duration) {
    this.count = count;
    this.sleep = sleep;
    this.duration = duration;
    this.threads = new Thread[count];
    this.left = new AtomicInteger(count);
  }

  /** What sleeper {@code i} does. */
  void run(int i) {
    threads[i] = Thread.currentThread();
    try {
      sleep.sleep(duration);
      slept.incrementAndGet();
    } catch (InterruptedException _) {
      interrupted.incrementAndGet();
    }
    end();
  }

  /** How long each sleeps, for who sleeps in a way of its own. */
  long millis() {
    return duration.toMillis();
  }

  /** One has slept in a way of its own. */
  void awake() {
    slept.incrementAndGet();
    end();
  }

  private void end() {
    if (left.decrementAndGet() == 0) {
      LockSupport.unpark(waiter);
    }
  }

  /** Who made this object: waits until all have ended. */
  void awaitEnd() {
    while (left.get() > 0) {
      LockSupport.park(this);
    }
  }

  /** Waits until all are asleep. */
  void awaitAsleep() throws InterruptedException {
    while (!allAsleep(threads)) {
      Thread.sleep(10);
    }
  }

  private static boolean allAsleep(Thread[] threads) {
    for (int i = threads.length - 1; i >= 0; i--) { // the last to start first
      if (threads[i] == null || !isAsleep(threads[i])) {
        return false;
      }
    }
    return true;
  }

  /** A fiber whose time another keeps is just waiting, as far as the JDK knows. */
  private static boolean isAsleep(Thread thread) {
    return switch (thread.getState()) {
      case TIMED_WAITING, WAITING -> true;
      default -> false;
    };
  }

  /** Ends every sleep. */
  void interruptAll() {
    for (Thread thread : threads) {
      thread.interrupt();
    }
  }

  /** How many slept as long as they should. */
  int slept() {
    return slept.get();
  }

  /** How many were interrupted. */
  int interrupted() {
    return interrupted.get();
  }
}
