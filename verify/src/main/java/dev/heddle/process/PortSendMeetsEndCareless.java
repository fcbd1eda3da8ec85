package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link PortSendMeetsEnd} with a port that looks whether its owner lives, and then sends. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Sent, and accounted for.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Refused.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, or accounted for though refused.")
@State
public class PortSendMeetsEndCareless {
  private final CarelessPort port = new CarelessPort();
  private boolean sent;
  private int taken;

  @Actor
  void sender() {
    sent = port.send("a message");
  }

  @Actor
  void owner() {
    taken = port.ownerEnds();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = sent ? 1 : 0;
    r.r2 = taken;
  }
}
