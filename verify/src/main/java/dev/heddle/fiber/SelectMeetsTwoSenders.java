package dev.heddle.fiber;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two senders find the same select in the queues of two channels: one of them is received. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The first.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The second.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both or none.")
@State
public class SelectMeetsTwoSenders {
  private final Channel<Integer> one = Channel.rendezvous();
  private final Channel<Integer> other = Channel.rendezvous();
  private final Waiter waiter = new Waiter();
  private int sentToOne;
  private int sentToOther;

  /** A select that waits for either. */
  public SelectMeetsTwoSenders() {
    one.receivers().add(new Place(waiter));
    other.receivers().add(new Place(waiter));
  }

  @Actor
  void first() {
    sentToOne = one.trySend(1) ? 1 : 0;
  }

  @Actor
  void second() {
    sentToOther = other.trySend(1) ? 1 : 0;
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = sentToOne;
    r.r2 = sentToOther;
  }
}
