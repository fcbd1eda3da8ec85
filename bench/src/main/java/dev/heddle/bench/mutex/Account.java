package dev.heddle.bench.mutex;

import dev.heddle.bench.child.Fibers;
import dev.heddle.task.Body;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** Some fibers that pay into the same account, under a lock. */
final class Account extends Fibers {
  private static final int REPEATS = 1;
  private static final int FIBERS = 8;
  private static final int STEPS = 10;

  private final int each;
  private final Lock lock;
  private long balance; // as payments, guarded by the lock
  private long payments;

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
        balance += amount;
        payments++;
      } finally {
        lock.unlock();
      }
    }
  }

  /** What is done between two sections: some ten nanoseconds, so that others come in. */
  private static long earn(int i) {
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
