package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link NamesTwoRegister} with a look whether the name is free, and then a write. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "One has it, and knows.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both have it, or neither.")
@State
public class NamesTwoRegisterCareless {
  private final CarelessNames names = new CarelessNames();
  private final CarelessNames.Holder one = new CarelessNames.Holder();
  private final CarelessNames.Holder other = new CarelessNames.Holder();
  private boolean first;
  private boolean second;

  @Actor
  void one() {
    first = names.register(one);
  }

  @Actor
  void other() {
    second = names.register(other);
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = (first ? 1 : 0) + (second ? 1 : 0);
    r.r2 = names.holder() == (first ? one : other) ? 1 : 0;
  }
}
