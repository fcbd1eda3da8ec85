package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The runtime ends a process that is about to wait: it has it at once, or the step was the last.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "It has ended, once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It lives on, or ended twice.")
@State
public class ProcessSeizeMeetsLeave {
  private final ProcessRace race = ProcessRace.real().running();

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
