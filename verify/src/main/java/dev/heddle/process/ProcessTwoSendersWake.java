package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two wake one process that waits: one of them puts its entry into a queue. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one entry.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one entry.")
@State
public class ProcessTwoSendersWake {
  private final ProcessRace race = ProcessRace.real().idle();

  @Actor
  void first() {
    race.send(0, 1);
  }

  @Actor
  void second() {
    race.send(1, 1);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
