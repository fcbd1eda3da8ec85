package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A timer is added to a {@link TimerWheel} while another one fires. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One had no end, or two.")
@State
public class TimerAddMeetsFire {
  private final TimerRace race = TimerRace.real();

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
