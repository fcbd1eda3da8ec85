package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A timer is cancelled while it is due: it fires or is cancelled, one of them. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Each once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One had no end, or two.")
@State
public class TimerCancelMeetsFire {
  private final TimerRace race = TimerRace.real().withSecond();

  @Actor
  void worker() {
    race.fireDue();
  }

  @Actor
  void canceller() {
    race.cancelFirst();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
