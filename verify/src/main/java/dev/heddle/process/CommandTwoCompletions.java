package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two complete one command: one of them does, and the process is told once. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "One outcome, of which it was told.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No outcome, or two.")
@State
public class CommandTwoCompletions {
  private final ClaimedProcess process = new ClaimedProcess();
  private final PendingCommand command = new PendingCommand(process.cell, 1, "a command");
  private boolean byFirst;
  private boolean bySecond;

  @Actor
  void first() {
    byFirst = CommandRace.completes(command, "one");
  }

  @Actor
  void second() {
    bySecond = CommandRace.completes(command, "other");
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = (byFirst ? 1 : 0) + (bySecond ? 1 : 0);
    r.r2 = process.take();
  }
}
