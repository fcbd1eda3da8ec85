package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** One adds to a {@link SharedLane}, and two take. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item once, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An item was lost, or came twice, or too early.")
@State
public class LaneAddMeetsTwoTakers {
  private final LaneRace race = LaneRace.real().holding(1);

  @Actor
  void adder() {
    race.add(3);
  }

  @Actor
  void taker() {
    race.take(2);
  }

  @Actor
  void otherTaker() {
    race.takeToo(2);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
