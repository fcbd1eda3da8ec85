package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two want the same name: one gets it, and the other is told. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "One has it, and knows.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both have it, or neither.")
@State
public class NamesTwoRegister {
  private final Names names = new Names();
  private final ClaimedProcess one = new ClaimedProcess();
  private final ClaimedProcess other = new ClaimedProcess();
  private boolean first;
  private boolean second;

  @Actor
  void one() {
    first = NamesRace.registers(names, one);
  }

  @Actor
  void other() {
    second = NamesRace.registers(names, other);
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = (first ? 1 : 0) + (second ? 1 : 0);
    r.r2 = names.find(NamesRace.NAME) == (first ? one : other).cell ? 1 : 0;
  }
}
