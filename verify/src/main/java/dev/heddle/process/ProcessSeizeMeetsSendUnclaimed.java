package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ProcessSeizeMeetsSend} with a process that is seized by a look and a write. */
@BrokenOnPurpose
@JCStressTest
@Outcome(
    id = "0, 0",
    expect = Expect.ACCEPTABLE,
    desc = "It has ended, once, and the message is accounted for.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The message was lost, or two had the process, or it lives on.")
@State
public class ProcessSeizeMeetsSendUnclaimed {
  private final ProcessRace race = ProcessRace.faulty(FaultyProcess.Fault.SEIZE_WITHOUT_CAS).idle();

  @Actor
  void closer() {
    race.seize();
  }

  @Actor
  void sender() {
    race.send(0, 1);
    race.takeEntry();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
