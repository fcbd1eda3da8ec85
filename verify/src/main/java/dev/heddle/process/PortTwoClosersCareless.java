package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link PortTwoClosers} with references that are counted by a look and a write. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The owner was told once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The owner was not told, or twice.")
@State
public class PortTwoClosersCareless {
  private final CarelessPort port = new CarelessPort();
  private boolean toldByFirst;
  private boolean toldBySecond;

  @Actor
  void first() {
    toldByFirst = port.close();
  }

  @Actor
  void second() {
    toldBySecond = port.close();
  }

  @Arbiter
  void verdict(I_Result r) {
    r.r1 = (toldByFirst ? 1 : 0) + (toldBySecond ? 1 : 0);
  }
}
