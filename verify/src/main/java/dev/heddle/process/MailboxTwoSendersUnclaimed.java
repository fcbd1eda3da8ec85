package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link MailboxTwoSenders} with a push by a look and a write. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A message was lost, or came twice or too early.")
@State
public class MailboxTwoSendersUnclaimed {
  private final ProcessRace race =
      ProcessRace.faulty(FaultyProcess.Fault.PUSH_WITHOUT_CAS).running();

  @Actor
  void first() {
    race.send(0, 2);
  }

  @Actor
  void second() {
    race.send(1, 2);
    race.runAndRequeue();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
