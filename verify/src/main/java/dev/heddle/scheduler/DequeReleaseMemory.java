package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The owner gives the slots of a burst back while a thief may still read them, and goes on pushing.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeReleaseMemory {
  private final DequeRace race = new DequeRace(RealDeque.withCapacity(2), 3, 5);

  @Actor
  void owner() {
    race.pop(2);
    race.releaseMemory();
    race.push(2);
  }

  @Actor
  void thief() {
    race.steal(2);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
