package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * {@link NamesRegisterMeetsEnd} with a holder that is looked at before it has the name, and not
 * after.
 */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A name, or a bond, is left.")
@State
public class NamesRegisterMeetsEndUnchecked {
  private final CarelessNames names = new CarelessNames();
  private final CarelessNames.Holder process = new CarelessNames.Holder();

  @Actor
  void registrar() {
    boolean _ = names.register(process);
  }

  @Actor
  void process() {
    process.end(names);
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = names.holder() == null ? 0 : 1;
    r.r2 = 0;
  }
}
