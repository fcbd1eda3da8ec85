package dev.heddle.fiber;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A channel is closed and emptied while somebody sends: accepted and received, or neither. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Not accepted, not received.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Accepted and received.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, or received without being accepted.")
@State
public class ChannelCloseMeetsSend {
  private final Channel<Integer> channel = Channel.buffered(1);
  private int accepted;
  private int received;

  public ChannelCloseMeetsSend() {
    channel.trySend(0); // the ring has its array
    channel.tryReceive();
  }

  @Actor
  void sender() {
    try {
      accepted = channel.trySend(1) ? 1 : 0;
    } catch (ChannelClosedException e) {
      accepted = 0;
    }
  }

  @Actor
  void closer() {
    channel.close();
    try {
      while (channel.tryReceive() != null) {
        received++;
      }
    } catch (ChannelClosedException e) {
      // everything was received
    }
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = accepted;
    r.r2 = received;
  }
}
