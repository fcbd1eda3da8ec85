package dev.heddle.bench.savina.logmap;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Series of so many terms. All terms are asked for at once, but a series has to wait for each,
 * because a computer of its own makes it from the one before.
 */
final class LogisticMap extends Workload {
  /** What is said without saying more. */
  enum Signal {
    START,
    /** To a series: make the next term. */
    NEXT,
    /** To a series: say which one it is now, plus how many there were before it. */
    GET,
    STOP
  }

  private static final double START_RATE = 3.46;
  private static final double INCREMENT = 0.0025;
  private static final double DIGITS = 1e12;
  private static final int REPEATS = 3;

  final int series;
  final int terms;
  final Finish finish = new Finish();
  private final long expected;

  /**
   * @param terms of each series
   */
  LogisticMap(int series, int terms) {
    super((double) series * terms, REPEATS);
    this.series = series;
    this.terms = terms;
    long sum = 0;
    for (int i = 0; i < series; i++) {
      double term = start(i);
      for (int k = 0; k < terms; k++) {
        term = next(term, rate(i));
      }
      sum += digits(term + terms);
    }
    expected = sum;
  }

  /** The first term of a series. */
  static double start(int number) {
    return number * INCREMENT;
  }

  static double rate(int number) {
    return START_RATE + number * INCREMENT;
  }

  /** The term after {@code term}. */
  static double next(double term, double rate) {
    return rate * term * (1 - term);
  }

  /** A term as a number whose sum does not depend on the order. */
  static long digits(double term) {
    return (long) (term * DIGITS);
  }

  @Override
  protected void prepare() {
    finish.expect(2 * series + 1);
  }

  /**
   * @param result the digits of the last terms, with how many there were: the terms soon come again
   *     and again, and so do not tell
   */
  @Override
  protected void check(long result) {
    checkEqual("the sum of the last terms", expected, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
