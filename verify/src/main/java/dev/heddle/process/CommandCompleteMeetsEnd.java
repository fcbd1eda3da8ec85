package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A command is completed while its process ends, and then once more: one of the two is the outcome,
 * and it is a dead letter.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "One outcome, a dead letter.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No outcome, or two, or nobody knows of it.")
@State
public class CommandCompleteMeetsEnd {
  private final ClaimedProcess process = new ClaimedProcess();
  private final PendingCommand command = new PendingCommand(process.cell, 1, "a command");
  private final ClaimedProcess.Letter one = new ClaimedProcess.Letter();
  private final ClaimedProcess.Letter other = new ClaimedProcess.Letter();
  private boolean byHandler;
  private boolean again;

  @Actor
  void handler() {
    byHandler = CommandRace.completes(command, one);
  }

  @Actor
  void process() {
    command.cancel();
    process.end();
    again = CommandRace.completes(command, other);
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = (byHandler ? 1 : 0) + (again ? 1 : 0);
    r.r2 = one.buried.get() + other.buried.get();
  }
}
