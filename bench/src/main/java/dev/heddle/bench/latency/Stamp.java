package dev.heddle.bench.latency;

import java.util.concurrent.locks.LockSupport;

/**
 * Where a contender says that it does what it was asked for, and when that was. Who made this
 * object asks one question after the other.
 */
final class Stamp {
  private static final long NONE = -1;

  private final Thread waiter = Thread.currentThread();
  private long nanos; // written before the answer, read after it
  private volatile long question = NONE;
  private volatile long answer = NONE;

  /** Before a question that is not sent along: the contender will look it up. */
  void ask(long number) {
    question = number;
  }

  /** What was asked last. */
  long question() {
    return question;
  }

  /** The contender is at the question {@code number}, now. */
  void set(long number) {
    nanos = System.nanoTime();
    answer = number;
    LockSupport.unpark(waiter);
  }

  /**
   * Waits for a new answer.
   *
   * @return the number of its question
   */
  long await() {
    long number;
    while ((number = answer) == NONE) {
      LockSupport.park(this);
    }
    answer = NONE;
    return number;
  }

  /** When the contender was at the last question, by {@link System#nanoTime()}. */
  long nanos() {
    return nanos;
  }
}
