package dev.heddle.bench.big;

import java.util.SplittableRandom;

/** How far an actor is with its pings, and whom it asks next. Used by one at a time. */
final class Asker {
  private final Big big;
  private final int number;
  private final SplittableRandom random;
  private int pongs;

  Asker(Big big, int number) {
    this.big = big;
    this.number = number;
    this.random = new SplittableRandom(number);
  }

  /** The actor to send the next ping to: any but itself. */
  int next() {
    return (number + 1 + random.nextInt(big.actors - 1)) % big.actors;
  }

  /**
   * A pong has come.
   *
   * @return whether there are pings left to send
   */
  boolean goesOn() {
    if (++pongs < big.pings) {
      return true;
    }
    int all = pongs;
    pongs = 0;
    big.finish.arrive(all);
    return false;
  }
}
