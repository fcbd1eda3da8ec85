package dev.heddle.bench.big;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Actors that ask each other. Each sends a ping to another one, chosen at random, waits for its
 * pong, and goes on with the next, so many times; meanwhile it answers the pings of others.
 */
final class Big extends Workload {
  private static final int REPEATS = 1;

  final int actors;
  final int pings;
  final Finish finish = new Finish();

  /**
   * @param pings how many each actor sends
   */
  Big(int actors, int pings) {
    super((double) actors * pings, REPEATS);
    this.actors = actors;
    this.pings = pings;
  }

  @Override
  protected void prepare() {
    finish.expect(actors);
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of pongs", (long) actors * pings, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
