package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The indices pass 2^31 and the ring of four slots begins anew, while the owner pushes and pops and
 * a thief takes: order and size come from differences, which survive it.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeIndexOverflow {
  private final DequeRace race =
      new DequeRace(RealDeque.startingAt(Integer.MAX_VALUE - 2, 4), 2, 5);

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
