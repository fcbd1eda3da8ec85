package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Owner and thief take the same fibers of a {@link ReadyRing}. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each fiber once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A fiber was lost, or came twice, or too early.")
@State
public class RingTwoTakers {
  private final RingRace race = RingRace.real().holding(2);

  @Actor
  void owner() {
    race.take(2);
  }

  @Actor
  void thief() {
    race.takeToo(2);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
