package dev.heddle.bench.savina.banktx;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import dev.heddle.bench.savina.Lehmer;

/**
 * A teller who orders transfers, all at once. The account that pays does nothing else until the one
 * that is paid has confirmed it. Money goes only to accounts with a higher number, so nobody waits
 * in a circle.
 */
final class Bank extends Workload {
  /** What is said without saying more. */
  enum Signal {
    START,
    /** From the account that is paid to the one that pays, and from there to the teller. */
    RECEIPT,
    STOP
  }

  static final long INITIAL_BALANCE = 1_000_000_000;
  private static final int SEED = 123_456;
  private static final int LARGEST_AMOUNT = 1000;
  private static final int REPEATS = 3;

  final int accounts;
  final int transfers;
  final Finish finish = new Finish();
  private final long expected;

  /**
   * @param accounts at least 10
   */
  Bank(int accounts, int transfers) {
    super(transfers, REPEATS);
    this.accounts = accounts;
    this.transfers = transfers;
    long[] balances = new long[accounts];
    Orders orders = new Orders();
    while (orders.next()) {
      balances[orders.from()] -= orders.amount();
      balances[orders.to()] += orders.amount();
    }
    long sum = 0;
    for (int i = 0; i < accounts; i++) {
      sum += statement(i, INITIAL_BALANCE + balances[i]);
    }
    expected = sum;
  }

  /** What an account says at the end: depends on its balance and on whose it is. */
  static long statement(int number, long balance) {
    return (number + 1) * balance;
  }

  @Override
  protected void prepare() {
    finish.expect(accounts + 1);
  }

  /**
   * @param result the statements of all accounts
   */
  @Override
  protected void check(long result) {
    checkEqual("the sum of all statements", expected, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }

  /** What the teller orders, one by one. */
  final class Orders {
    private final Lehmer random = new Lehmer(SEED);
    private int ordered;
    private int from;
    private int to;
    private int amount;

    /**
     * Makes up the next transfer.
     *
     * @return whether there is one
     */
    boolean next() {
      if (ordered == transfers) {
        return false;
      }
      ordered++;
      from = random.next(accounts / 10 * 8);
      to = from + Math.max(1, random.next(accounts - from));
      amount = random.next(LARGEST_AMOUNT) + 1;
      return true;
    }

    int from() {
      return from;
    }

    int to() {
      return to;
    }

    int amount() {
      return amount;
    }
  }
}
