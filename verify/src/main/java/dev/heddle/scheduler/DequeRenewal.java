package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A join takes its newest child back, upon which the deque renews its slots, while a thief reads
 * from the old ones: none is lost, and what is pushed then is found.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeRenewal {
  private final DequeRace race = new DequeRace(RealDeque.withCapacity(4), 3, 5);

  @Actor
  void owner() {
    race.takeBackNewest();
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
