package dev.heddle.bench.savina.pingpong;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * One actor asks, another one answers, so many times. A ping bears 0 or 1, in turn, and its pong
 * the same, so that an answer that comes twice is not taken for the next one.
 */
final class PingPong extends Workload {
  /** To the one that asks. */
  static final Object GO = "go";

  static final Object STOP = "stop";
  private static final int REPEATS = 5;

  final int roundTrips;
  final Finish finish = new Finish();

  PingPong(int roundTrips) {
    super(roundTrips, REPEATS);
    this.roundTrips = roundTrips;
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of round trips", roundTrips, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
