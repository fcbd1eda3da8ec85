package dev.heddle.bench.savina.big;

import dev.heddle.bench.BenchmarkFailure;

/**
 * How far an actor is with its pings, and whom it asks next: by Savina's own random numbers, which
 * every language can compute. Used by one at a time.
 */
final class Asker {
  private static final int FACTOR = 1309;
  private static final int SUMMAND = 13849;
  private static final int MASK = 65535;

  private final Big big;
  private int random;
  private int asked;
  private int answerer;
  private long sum;

  Asker(Big big, int number) {
    this.big = big;
    this.random = number;
  }

  /** Whether there are pings left to send. */
  boolean goesOn() {
    return asked < big.pings;
  }

  /** The actor to send the next ping to. */
  int next() {
    asked++;
    random = (random * FACTOR + SUMMAND) & MASK;
    answerer = random % big.actors;
    return answerer;
  }

  /** A pong has come from the actor of this number. */
  void answered(int number) {
    if (number != answerer) {
      throw new BenchmarkFailure(number + " answered in place of " + answerer);
    }
    sum += number + 1;
  }

  /** The sum of the numbers of all who have answered, each plus one. */
  long sum() {
    return sum;
  }
}
