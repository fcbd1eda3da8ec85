package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A process gets a name while it ends: the name is free afterwards. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A name, or a bond, is left.")
@State
public class NamesRegisterMeetsEnd {
  private final Names names = new Names();
  private final ClaimedProcess process = new ClaimedProcess();

  @Actor
  void registrar() {
    boolean _ = NamesRace.registers(names, process);
  }

  @Actor
  void process() {
    process.end();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = names.all().size();
    r.r2 = process.ties();
  }
}
