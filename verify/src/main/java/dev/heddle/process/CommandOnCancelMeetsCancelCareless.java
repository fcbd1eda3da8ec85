package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link CommandOnCancelMeetsCancel} with an action that is taken by a look and a write. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It ran once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It did not run, or twice.")
@State
public class CommandOnCancelMeetsCancelCareless {
  private final CarelessCommand command = new CarelessCommand();
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
