package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * {@link DequeLastItem}, where the owner's claim does not change the word that the thief compares.
 */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeLastItemUntagged {
  private final DequeRace race =
      new DequeRace(new FaultyDeque(FaultyDeque.Fault.CLAIM_WITHOUT_TAG, 2), 1, 1);

  @Actor
  void owner() {
    race.pop(1);
  }

  @Actor
  void thief() {
    race.steal(1);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
