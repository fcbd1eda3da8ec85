package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The owner comes down from where it needs no CAS to within the thief's reach while a thief takes
 * half, again and again.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeAcrossReach {
  private final DequeRace race = new DequeRace(RealDeque.withCapacity(32), 20, 22);

  @Actor
  void owner() {
    race.pop(8);
    race.push(2);
  }

  @Actor
  void thief() {
    race.steal(3);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
