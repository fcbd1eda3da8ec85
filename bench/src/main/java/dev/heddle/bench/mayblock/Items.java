package dev.heddle.bench.mayblock;

import dev.heddle.bench.child.Workload;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Many small items, of which some sleep for a millisecond; who started them waits for all. */
final class Items extends Workload {
  private static final int REPEATS = 1;
  private static final int HUNDRED = 100;

  final int count;
  private final int percentSleeping;
  private final AtomicInteger left = new AtomicInteger();
  private final AtomicInteger slept = new AtomicInteger();
  private final Thread starter = Thread.currentThread();

  Items(int count, int percentSleeping) {
    super(count, REPEATS);
    this.count = count;
    this.percentSleeping = percentSleeping;
  }

  /** Whether item {@code i} sleeps. They are spread evenly. */
  boolean sleeps(int i) {
    return i * percentSleeping % HUNDRED >= HUNDRED - percentSleeping;
  }

  /** What an item does that does not sleep. */
  void pass() {
    if (left.decrementAndGet() == 0) {
      LockSupport.unpark(starter);
    }
  }

  /** What an item does that sleeps. */
  void sleep() {
    try {
      Thread.sleep(1);
      passAfterSleep();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // not counted, so the check will tell
      pass();
    }
  }

  /** What an item does when it has slept in a way of its own. */
  void passAfterSleep() {
    slept.incrementAndGet();
    pass();
  }

  /** Who made this object: waits for all items. */
  long await() {
    while (left.get() > 0) {
      LockSupport.park(this);
    }
    return slept.get();
  }

  @Override
  protected void prepare() {
    left.set(count);
    slept.set(0);
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of items that slept", (long) count * percentSleeping / HUNDRED, result);
    checkEqual("the number of items left", 0, left.get());
  }
}
