package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link DequeTakeHalf} on a plain Chase-Lev deque, where one CAS must not take several. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item was taken once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Items were lost, or taken twice.")
@State
public class DequeTakeHalfNaive {
  private final DequeRace race = new DequeRace(new NaiveDeque(4), 3, 5);

  @Actor
  void owner() {
    race.pop(2);
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
