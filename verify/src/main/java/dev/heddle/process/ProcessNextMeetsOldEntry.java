package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker wakes a process for its slot while another takes an old entry of it out of a queue: the
 * entry serves, or the slot does.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one place.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one place.")
@State
public class ProcessNextMeetsOldEntry {
  private final ProcessRace race = ProcessRace.real().idleWithEntry();

  @Actor
  void owner() {
    race.sendNext(0);
    race.takeNext();
  }

  @Actor
  void taker() {
    race.takeEntry();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
