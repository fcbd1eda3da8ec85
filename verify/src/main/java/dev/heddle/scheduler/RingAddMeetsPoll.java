package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The owner of a {@link ReadyRing} adds fibers, and another worker takes them at once. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each fiber once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A fiber was lost, or came twice, or too early.")
@State
public class RingAddMeetsPoll {
  private final RingRace race = RingRace.real();

  @Actor
  void owner() {
    race.add(2);
  }

  @Actor
  void thief() {
    race.take(3);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
