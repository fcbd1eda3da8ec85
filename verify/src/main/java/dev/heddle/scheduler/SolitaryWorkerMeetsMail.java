package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A bound thread's own worker falls asleep, by its own code, while it gets mail: it sees the mail
 * or is woken.
 */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "It has the mail, or is woken.")
@Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "It sleeps on its mail.")
@State
public class SolitaryWorkerMeetsMail {
  private final SolitaryRace race = new SolitaryRace();

  @Actor
  void sender() {
    race.send();
  }

  @Actor
  void sleeper() {
    race.sleep();
  }

  @Arbiter
  void verdict(Z_Result r) {
    r.r1 = race.missed();
  }
}
