package dev.heddle.scheduler;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A slip in its two places, a mailbox and a deque, and the three who may get to it: the worker it
 * is addressed to, the owner of the deque and a thief. However they meet, one claim succeeds.
 */
final class AffinityRace {
  private final WorkDeque deque = new WorkDeque(2);
  private final ConcurrentLinkedQueue<Work> mailbox = new ConcurrentLinkedQueue<>();
  private final Function<Work, @Nullable Work> claim;
  private int byMailbox;
  private int byOwner;
  private int byThief;

  private AffinityRace(Work slip, Function<Work, @Nullable Work> claim) {
    this.claim = claim;
    deque.push(slip);
    mailbox.add(slip);
  }

  static AffinityRace real() {
    return new AffinityRace(
        new AffinitySlip(new NumberedItem(0)), slip -> ((AffinitySlip) slip).take());
  }

  static AffinityRace careless() {
    return new AffinityRace(
        new CarelessSlip(new NumberedItem(0)), slip -> ((CarelessSlip) slip).claim());
  }

  void lookIntoMailbox() {
    byMailbox = claims(mailbox.poll());
  }

  void pop() {
    byOwner = claims(deque.pop());
  }

  void steal() {
    @Nullable Work[] loot = new Work[1];
    deque.steal(loot);
    byThief = claims(loot[0]);
  }

  private int claims(@Nullable Work slip) {
    return slip != null && claim.apply(slip) != null ? 1 : 0;
  }

  /** Afterwards: how many claims succeeded. */
  void verdict(I_Result r) {
    r.r1 = byMailbox + byOwner + byThief;
  }
}
