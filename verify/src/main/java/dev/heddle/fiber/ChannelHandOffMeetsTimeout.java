package dev.heddle.fiber;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The time of a send is up while a receiver takes its element: accepted and received, or neither.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Not accepted, not received.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Accepted and received.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, or received without being accepted.")
@State
public class ChannelHandOffMeetsTimeout {
  private final Channel<Integer> channel = Channel.rendezvous();
  private int accepted;
  private int received;

  @Actor
  void sender() {
    try {
      accepted = channel.send(1, Duration.ofNanos(200)) ? 1 : 0;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Actor
  void receiver() {
    for (int i = 0; i < 50 && received == 0; i++) {
      received = channel.tryReceive() == null ? 0 : 1;
    }
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = accepted;
    r.r2 = received;
  }
}
