package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The owner and a thief reach for the last item: one of them gets it. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeLastItem {
  private final DequeRace race = new DequeRace(RealDeque.withCapacity(2), 1, 1);

  @Actor
  void owner() {
    race.pop(1);
  }

  @Actor
  void thief() {
    race.steal(1);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
