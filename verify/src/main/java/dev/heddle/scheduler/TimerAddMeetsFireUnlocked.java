package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link TimerAddMeetsFire} without the lock of the {@link TimerWheel}. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One had no end, or two.")
@State
public class TimerAddMeetsFireUnlocked {
  private final TimerRace race = TimerRace.faulty();

  @Actor
  void worker() {
    race.fireDue();
  }

  @Actor
  void adder() {
    race.addSecond();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
