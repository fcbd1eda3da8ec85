package dev.heddle.bench.savina.concdict;

import dev.heddle.bench.savina.Lehmer;

/** How far a worker is, and what it asks next. */
final class Client {
  private final int operations;
  private final int keys;
  private final Lehmer random;
  private int asked;
  private int right;
  private boolean writes;
  private int key;
  private int value;

  Client(Dictionary work, int number) {
    operations = work.operations;
    keys = work.keys;
    random = new Lehmer(number + 1);
  }

  /**
   * Makes up the next operation.
   *
   * @return whether there is one
   */
  boolean next() {
    if (asked == operations) {
      return false;
    }
    asked++;
    writes = random.next(100) < Dictionary.WRITE_PERCENTAGE;
    key = random.next(keys);
    if (writes) {
      value = key + keys * random.next(4096);
    }
    return true;
  }

  /** Whether it is a write. */
  boolean writes() {
    return writes;
  }

  int key() {
    return key;
  }

  /** What is to be written. */
  int value() {
    return value;
  }

  /** An answer has come: to a write what was written, to a read what anybody has written. */
  void answered(int answer) {
    if (writes ? answer == value : answer % keys == key) {
      right++;
    }
  }

  /** How many answers were right. */
  int right() {
    return right;
  }
}
