package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two messages, or completions, arrive at a process whose step has given out commands and which is
 * about to wait: it handles them, or is woken.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one entry.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one entry.")
@State
public class ProcessSendMeetsLeave {
  private final ProcessRace race = ProcessRace.real().running();

  @Actor
  void sender() {
    race.send(0, 2);
  }

  @Actor
  void worker() {
    race.run(ProcessWord.BLOCKED);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
