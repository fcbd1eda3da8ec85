package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The index passes 2^32, where a carry would run into the tag, while the owner claims and a thief
 * takes.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeTagOverflow {
  private final DequeRace race = new DequeRace(RealDeque.startingAt(-2, 2), 2, 4);

  @Actor
  void owner() {
    race.pop(1);
    race.push(2);
  }

  @Actor
  void thief() {
    race.steal(2);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
