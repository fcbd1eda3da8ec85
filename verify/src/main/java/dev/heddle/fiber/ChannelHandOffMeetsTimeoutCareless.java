package dev.heddle.fiber;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ChannelHandOffMeetsTimeout}, where who waits and who grants claim without a CAS. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Not accepted, not received.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Accepted and received.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, or received without being accepted.")
@State
public class ChannelHandOffMeetsTimeoutCareless {
  private final CarelessWait wait = new CarelessWait();
  private int accepted;
  private int received;

  @Actor
  void sender() {
    accepted = wait.giveUp() ? 0 : 1;
  }

  @Actor
  void receiver() {
    received = wait.claim() ? 1 : 0;
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = accepted;
    r.r2 = received;
  }
}
