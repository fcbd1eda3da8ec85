package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The owner of a {@link ReadyRing} adds and two thieves take, in slots that are used again. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each fiber once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A fiber was lost, or came twice, or too early.")
@State
public class RingAddMeetsTwoTakers {
  private final RingRace race = RingRace.real().holding(1);

  @Actor
  void owner() {
    race.add(3);
  }

  @Actor
  void thief() {
    race.take(2);
  }

  @Actor
  void otherThief() {
    race.takeToo(2);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
