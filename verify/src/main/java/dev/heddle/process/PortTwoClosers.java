package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two close the last two references to a {@link Port}: its owner is told, once. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The owner was told once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The owner was not told, or twice.")
@State
public class PortTwoClosers {
  private final ClaimedProcess owner = new ClaimedProcess();
  private final Port port = owner.cell.openPort().retain();

  @Actor
  void first() {
    port.close();
  }

  @Actor
  void second() {
    port.close();
  }

  @Arbiter
  void verdict(I_Result r) {
    r.r1 = owner.take();
  }
}
