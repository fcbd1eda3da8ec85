package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link CommandTwoCompletions} with an outcome that is given by a look and a write. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "One outcome, of which it was told.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No outcome, or two.")
@State
public class CommandTwoCompletionsCareless {
  private final CarelessCommand command = new CarelessCommand();
  private boolean byFirst;
  private boolean bySecond;

  @Actor
  void first() {
    byFirst = command.complete();
  }

  @Actor
  void second() {
    bySecond = command.complete();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = (byFirst ? 1 : 0) + (bySecond ? 1 : 0);
    r.r2 = command.events.get();
  }
}
