package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The owner of a {@link ReadyRing} stamps what it adds, and a thief counts how long it waited. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "A wait that can be, or none.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The thief has seen the stamp without its time.")
@State
public class RingWaitMeetsThief {
  private final RingWaitRace race = RingWaitRace.real();

  @Actor
  void owner() {
    race.add();
  }

  @Actor
  void thief() {
    race.take();
  }

  @Arbiter
  void verdict(I_Result r) {
    race.verdict(r);
  }
}
