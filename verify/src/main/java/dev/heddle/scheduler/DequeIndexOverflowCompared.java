package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link DequeIndexOverflow}, where indices are compared as if they never overflowed. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeIndexOverflowCompared {
  private final DequeRace race =
      new DequeRace(
          new FaultyDeque(FaultyDeque.Fault.COMPARED_INDICES, 4, Integer.MAX_VALUE - 2), 2, 5);

  @Actor
  void owner() {
    race.push(3);
    race.pop(2);
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
