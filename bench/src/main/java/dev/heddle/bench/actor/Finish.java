package dev.heddle.bench.actor;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Where actors say that they are done. Who made this object waits for them. */
public final class Finish {
  private final AtomicInteger left = new AtomicInteger();
  private final AtomicLong sum = new AtomicLong();
  private final Thread waiter = Thread.currentThread();

  /** Before a run: so many will arrive. */
  public void expect(int arrivals) {
    sum.set(0);
    left.set(arrivals);
  }

  /** An actor is done. */
  public void arrive() {
    if (left.decrementAndGet() == 0) {
      LockSupport.unpark(waiter);
    }
  }

  /** An actor is done, with this result. */
  public void arrive(long result) {
    sum.addAndGet(result);
    arrive();
  }

  /**
   * Waits until all have arrived.
   *
   * @return the sum of their results
   */
  public long await() {
    while (left.get() > 0) {
      LockSupport.park(this);
    }
    return sum.get();
  }

  /** How many have not arrived; less than none if too many have. */
  public int left() {
    return left.get();
  }
}
