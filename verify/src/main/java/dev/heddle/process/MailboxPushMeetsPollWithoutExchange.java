package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link MailboxPushMeetsPoll} with a claimer that looks, and then empties the mailbox. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A message was lost, or came twice or too early.")
@State
public class MailboxPushMeetsPollWithoutExchange {
  private final ProcessRace race =
      ProcessRace.faulty(FaultyProcess.Fault.TAKE_WITHOUT_EXCHANGE).running();

  @Actor
  void sender() {
    race.send(0, 3);
  }

  @Actor
  void claimer() {
    race.runAndRequeue();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
