package dev.heddle.bench.savina.philosopher;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/** Philosophers who eat so many times each, and ask an arbitrator for their forks. */
final class Dinner extends Workload {
  /** What the arbitrator answers, and what else is said. */
  enum Signal {
    START,
    EAT,
    DENIED,
    EXIT
  }

  private static final int REPEATS = 3;

  final int philosophers;
  final int rounds;
  final Finish finish = new Finish();

  /**
   * @param rounds how often each eats
   */
  Dinner(int philosophers, int rounds) {
    super((double) philosophers * rounds, REPEATS);
    this.philosophers = philosophers;
    this.rounds = rounds;
  }

  @Override
  protected void prepare() {
    finish.expect(philosophers + 1);
  }

  /**
   * @param result the meals of the philosophers, and those that the arbitrator has seen
   */
  @Override
  protected void check(long result) {
    checkEqual("the number of meals, counted twice", 2L * philosophers * rounds, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
