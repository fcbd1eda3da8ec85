package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two push: all arrives, each sender's in order. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A message was lost, or came twice or too early.")
@State
public class MailboxTwoSenders {
  private final ProcessRace race = ProcessRace.real().running();

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
