package dev.heddle.process;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A handler says what to do on a cancel while the process ends: that is done, once. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It ran once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It did not run, or twice.")
@State
public class CommandOnCancelMeetsCancel {
  private final ClaimedProcess process = new ClaimedProcess();
  private final PendingCommand command = new PendingCommand(process.cell, 1, "a command");
  private final AtomicInteger runs = new AtomicInteger();

  @Actor
  void handler() {
    command.onCancel(runs::incrementAndGet);
  }

  @Actor
  void process() {
    command.cancel();
  }

  @Arbiter
  void verdict(I_Result r) {
    r.r1 = runs.get();
  }
}
