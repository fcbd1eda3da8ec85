package dev.heddle.bench.savina.threadring;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Actors in a ring, around which one number goes, less one at each. Who gets a zero has the end go
 * around once, and with it all of them end.
 */
final class ThreadRing extends Workload {
  private static final int REPEATS = 5;

  /** The number that goes around. */
  record Ping(int left) {}

  /** The end that goes around, to so many after the one that gets it. */
  record Exit(int left) {}

  final int actors;
  final int hops;
  final Finish finish = new Finish();

  ThreadRing(int actors, int hops) {
    super(hops, REPEATS);
    this.actors = actors;
    this.hops = hops;
  }

  /** The number of the actor after this one. */
  int after(int number) {
    return (number + 1) % actors;
  }

  /** What an actor sends on when it gets this. */
  Object next(Ping ping) {
    return ping.left > 0 ? new Ping(ping.left - 1) : new Exit(actors - 1);
  }

  @Override
  protected void prepare() {
    finish.expect(actors);
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of pings", hops + 1L, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
