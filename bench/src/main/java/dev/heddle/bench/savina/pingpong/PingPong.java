package dev.heddle.bench.savina.pingpong;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/** One actor asks, another one answers, so many times. */
final class PingPong extends Workload {
  static final Object PING = "ping";
  static final Object PONG = "pong";
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
