package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker is handed over to a process whose entry another worker takes out of a queue: one of them
 * gets it.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one entry.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one entry.")
@State
public class ProcessHandOverMeetsEntry {
  private final ProcessRace race = ProcessRace.real().ready();

  @Actor
  void receiver() {
    race.handOver();
  }

  @Actor
  void thief() {
    race.takeEntry();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
