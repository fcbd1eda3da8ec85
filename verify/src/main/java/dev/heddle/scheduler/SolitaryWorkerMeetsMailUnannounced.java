package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@link SolitaryWorkerMeetsMail}, as a model, with a worker that looks for mail before it says
 * that it sleeps.
 */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "It has the mail, or is woken.")
@Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "It sleeps on its mail.")
@State
public class SolitaryWorkerMeetsMailUnannounced {
  private final SolitaryModel race = new SolitaryModel(SolitaryModel.Fault.ANNOUNCED_LATE);

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
