package dev.heddle.bench.mutex;

import dev.heddle.bench.child.Fibers;
import dev.heddle.task.Body;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;

/** Some fibers that pay into the same account, under a lock. */
final class Account extends Fibers {
  private static final int REPEATS = 1;
  static final int FIBERS = 8;
  private static final int STEPS = 10;

  final int each;
  private final Lock lock;
  private long balance; // as payments, guarded by the lock
  private long payments;
  private final AtomicLong safe = new AtomicLong(); // in place of the balance

  Account(int payments, Lock lock) {
    super(payments, REPEATS);
    this.each = payments / FIBERS;
    this.lock = lock;
  }

  @Override
  protected List<Body> bodies() {
    return Collections.nCopies(FIBERS, this::payOften);
  }

  private void payOften() {
    for (int i = 0; i < each; i++) {
      long amount = earn(i);
      lock.lock();
      try {
        pay(amount);
      } finally {
        lock.unlock();
      }
    }
  }

  /** The critical section. */
  void pay(long amount) {
    balance += amount;
    payments++;
  }

  /** As much on the calling thread, with an uncontended CAS in place of each section. */
  long payByCas() {
    for (int fiber = 0; fiber < FIBERS; fiber++) {
      for (int i = 0; i < each; i++) {
        long amount = earn(i);
        long before = safe.get();
        if (safe.compareAndSet(before, before + amount)) {
          payments++;
        }
      }
    }
    return safe.get();
  }

  /** What is done between two sections: some ten nanoseconds, so that others come in. */
  static long earn(int i) {
    long amount = i + 1L;
    for (int step = 0; step < STEPS; step++) {
      amount ^= amount << 13;
      amount ^= amount >>> 7;
      amount ^= amount << 17;
    }
    return amount;
  }

  @Override
  protected void prepare() {
    balance = 0;
    payments = 0;
    safe.set(0);
  }

  @Override
  protected long result() {
    return balance;
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of payments", (long) FIBERS * each, payments);
    long earned = 0;
    for (int i = 0; i < each; i++) {
      earned += earn(i);
    }
    checkEqual("the balance", FIBERS * earned, result);
  }
}
