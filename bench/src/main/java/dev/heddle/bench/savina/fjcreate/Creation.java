package dev.heddle.bench.savina.fjcreate;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import dev.heddle.bench.savina.SmallComputation;

/** Actors that each get one message, compute something small and end. */
final class Creation extends Workload {
  static final Object MESSAGE = "message";
  private static final int REPEATS = 5;

  final int actors;
  final Finish finish = new Finish();
  private final double angle = SmallComputation.ANGLE;

  Creation(int actors) {
    super(actors, REPEATS);
    this.actors = actors;
  }

  /** What an actor does with its message, just before it ends. */
  void handle() {
    finish.arrive(SmallComputation.rounded(SmallComputation.of(angle)));
  }

  @Override
  protected void prepare() {
    finish.expect(actors);
  }

  @Override
  protected void check(long result) {
    long one = SmallComputation.rounded(SmallComputation.of(SmallComputation.ANGLE));
    checkEqual("the sum of the computations", actors * one, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
