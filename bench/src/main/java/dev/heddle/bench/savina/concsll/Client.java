package dev.heddle.bench.savina.concsll;

import dev.heddle.bench.savina.Lehmer;
import java.util.BitSet;

/** How far a worker is, and what it asks next. */
final class Client {
  /** What it asks. */
  enum Kind {
    /** How long the list is. */
    SIZE,
    /** To add a number; the answer is the number. */
    WRITE,
    /** Whether a number is there: 1 or 0. */
    CONTAINS
  }

  private final ListWork work;
  private final Lehmer random;

  /** What is there for sure: this worker has written it. */
  private final BitSet written = new BitSet(ListWork.LIMIT);

  private int asked;
  private int right;
  private Kind kind = Kind.SIZE;
  private int value;
  private int size;

  Client(ListWork work, int number) {
    this.work = work;
    random = new Lehmer(number + 1);
  }

  /**
   * Makes up the next operation.
   *
   * @return whether there is one
   */
  boolean next() {
    if (asked == work.operations) {
      return false;
    }
    asked++;
    int percent = random.next(100);
    if (percent < ListWork.SIZE_PERCENTAGE) {
      kind = Kind.SIZE;
    } else {
      boolean writes = percent < ListWork.SIZE_PERCENTAGE + ListWork.WRITE_PERCENTAGE;
      kind = writes ? Kind.WRITE : Kind.CONTAINS;
      value = random.next(ListWork.LIMIT);
    }
    return true;
  }

  Kind kind() {
    return kind;
  }

  /** The number that is asked for. */
  int value() {
    return value;
  }

  /** An answer has come. A list never becomes shorter, nor has it what nobody writes. */
  void answered(int answer) {
    boolean good =
        switch (kind) {
          case SIZE -> answer >= size;
          case WRITE -> answer == value;
          case CONTAINS ->
              answer == 0 ? !written.get(value) : answer == 1 && work.isEverWritten(value);
        };
    if (kind == Kind.WRITE) {
      written.set(value);
    }
    right += good ? 1 : 0;
    size = kind == Kind.SIZE ? answer : size;
  }

  /** How many answers were right. */
  int right() {
    return right;
  }
}
