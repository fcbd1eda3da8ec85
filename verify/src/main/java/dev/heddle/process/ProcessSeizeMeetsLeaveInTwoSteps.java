package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ProcessSeizeMeetsLeave} with a look and a kill in the place of one CAS. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "It has ended, once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It lives on, or ended twice.")
@State
public class ProcessSeizeMeetsLeaveInTwoSteps {
  private final ProcessRace race =
      ProcessRace.faulty(FaultyProcess.Fault.SEIZE_IN_TWO_STEPS).running();

  @Actor
  void closer() {
    race.seize();
  }

  @Actor
  void worker() {
    race.run(ProcessWord.IDLE);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
