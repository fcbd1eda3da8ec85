package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link DequeGrowth}, where the new slots are visible before the items are in them. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeGrowthPublishedEarly {
  private final DequeRace race =
      new DequeRace(new FaultyDeque(FaultyDeque.Fault.GROWN_PUBLISHED_EARLY, 32), 32, 34);

  @Actor
  void owner() {
    race.push(2);
  }

  @Actor
  void thief() {
    race.steal(3);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
