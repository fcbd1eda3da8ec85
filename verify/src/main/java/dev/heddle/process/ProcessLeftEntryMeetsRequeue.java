package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A process goes to the end of the queue while the entry that a hand-over has left behind is taken
 * out: it serves, or a new one is added.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one entry.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one entry.")
@State
public class ProcessLeftEntryMeetsRequeue {
  private final ProcessRace race = ProcessRace.real().runningWithEntry();

  @Actor
  void worker() {
    race.runAndRequeue();
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
