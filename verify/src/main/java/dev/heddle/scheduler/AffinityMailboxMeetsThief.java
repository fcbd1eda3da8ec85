package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The worker that a slip is addressed to and a thief get to its two copies: one runs the item. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "One claim succeeded.")
@Outcome(expect = Expect.FORBIDDEN, desc = "None or several succeeded.")
@State
public class AffinityMailboxMeetsThief {
  private final AffinityRace race = AffinityRace.real();

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
