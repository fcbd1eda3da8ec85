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
  private static final long AMOUNT = 3;

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
      lock.lock();
      try {
        balance += AMOUNT;
        payments++;
      } finally {
        lock.unlock();
      }
    }
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
    checkEqual("the balance", AMOUNT * FIBERS * each, result);
  }
}
