package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A timer is given to a worker from outside while that goes to sleep for as long as it has no
 * timer: it sees the timer, or is told to look up.
 */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "The keeper knows, or looks up.")
@Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "The keeper sleeps and does not know.")
@State
public class TimerAddMeetsKeeper {
  private final KeeperRace race = new KeeperRace();

  @Actor
  void outside() {
    race.schedule();
  }

  @Actor
  void keeper() {
    race.goToSleep();
  }

  @Arbiter
  void verdict(Z_Result r) {
    r.r1 = race.missed();
  }
}
