package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A sender pushes while the mailbox is closed: what arrived before is found, and what came later is
 * refused.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message was found or refused.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A message was lost, or came twice.")
@State
public class MailboxPushMeetsClose {
  private final ProcessRace race = ProcessRace.real().running();

  @Actor
  void sender() {
    race.send(0, 2);
  }

  @Actor
  void claimer() {
    race.runAndEnd();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
