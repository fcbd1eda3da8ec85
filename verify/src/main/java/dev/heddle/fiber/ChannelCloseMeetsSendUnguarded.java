package dev.heddle.fiber;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ChannelCloseMeetsSend}, where a send looks and puts without a guard. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Not accepted, not received.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Accepted and received.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, or received without being accepted.")
@State
public class ChannelCloseMeetsSendUnguarded {
  private volatile boolean closed;
  private volatile int slot;
  private int accepted;
  private int received;

  @Actor
  void sender() {
    if (!closed) {
      slot = 1;
      accepted = 1;
    }
  }

  @Actor
  void closer() {
    closed = true;
    received = slot;
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = accepted;
    r.r2 = received;
  }
}
