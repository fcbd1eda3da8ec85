package dev.heddle.bench.savina.big;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Actors that ask each other. Each sends a ping to one of them, itself included, waits for its
 * pong, and goes on with the next, so many times; meanwhile it answers the pings of others. Who has
 * all its pongs tells the sink; when all have, the sink tells them to end.
 */
final class Big extends Workload {
  static final Object GO = "go";
  static final Object DONE = "done";
  static final Object EXIT = "exit";
  private static final int REPEATS = 1;

  /** Each actor has one, and sends it again and again. */
  record Pong(int number) {}

  final int actors;
  final int pings;
  final Finish finish = new Finish();
  private final long expected;

  /**
   * @param pings how many each actor sends
   */
  Big(int actors, int pings) {
    super((double) actors * pings, REPEATS);
    this.actors = actors;
    this.pings = pings;
    long sum = 0;
    for (int i = 0; i < actors; i++) {
      Asker asker = new Asker(this, i);
      while (asker.goesOn()) {
        asker.answered(asker.next());
      }
      sum += asker.sum();
    }
    this.expected = sum;
  }

  @Override
  protected void prepare() {
    finish.expect(actors);
  }

  @Override
  protected void check(long result) {
    checkEqual("the sum of who answered", expected, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
