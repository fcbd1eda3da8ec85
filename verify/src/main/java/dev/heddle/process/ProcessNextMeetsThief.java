package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker comes to the process that its item has woken, while a thief takes it out of its slot,
 * and somebody else sends: one of them gets it, and each message arrives.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one place.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one place.")
@State
public class ProcessNextMeetsThief {
  private final ProcessRace race = ProcessRace.real().idle();

  @Actor
  void owner() {
    race.sendNext(0);
    race.takeNext();
  }

  @Actor
  void thief() {
    race.takeNext();
    race.send(1, 1);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
