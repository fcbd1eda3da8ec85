package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The runtime ends a process that waits while somebody sends to it, wakes it and runs it: one of
 * them has it at a time, it ends once, and the message is accounted for.
 */
@JCStressTest
@Outcome(
    id = "0, 0",
    expect = Expect.ACCEPTABLE,
    desc = "It has ended, once, and the message is accounted for.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The message was lost, or two had the process, or it lives on.")
@State
public class ProcessSeizeMeetsSend {
  private final ProcessRace race = ProcessRace.real().idle();

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
