package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ProcessNextGivenAway} by a look and a write. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one place.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one place.")
@State
public class ProcessNextGivenAwayBlindly {
  private final ProcessRace race =
      ProcessRace.faulty(FaultyProcess.Fault.ENTRY_WITHOUT_CAS).inSlot();

  @Actor
  void owner() {
    race.giveNextAway();
    race.takeEntry();
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
