package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thief takes two of three items at once while the owner pops two, and then pushes what a stale
 * thief would overrun.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeTakeHalf {
  private final DequeRace race = new DequeRace(RealDeque.withCapacity(4), 3, 5);

  @Actor
  void owner() {
    race.pop(2);
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
