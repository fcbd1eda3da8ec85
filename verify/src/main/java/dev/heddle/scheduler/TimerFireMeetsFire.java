package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A worker and one that looks after the timers of others fire the same ones: each fires once. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One had no end, or two.")
@State
public class TimerFireMeetsFire {
  private final TimerRace race = TimerRace.real().withSecond();

  @Actor
  void worker() {
    race.fireDue();
  }

  @Actor
  void other() {
    race.fireDue();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
