package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link AffinityMailboxMeetsThief} without the claim's CAS. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "One claim succeeded.")
@Outcome(expect = Expect.FORBIDDEN, desc = "None or several succeeded.")
@State
public class AffinityMailboxMeetsThiefCareless {
  private final AffinityRace race = AffinityRace.careless();

  @Actor
  void addressee() {
    race.lookIntoMailbox();
  }

  @Actor
  void thief() {
    race.steal();
  }

  @Arbiter
  void verdict(I_Result r) {
    race.verdict(r);
  }
}
