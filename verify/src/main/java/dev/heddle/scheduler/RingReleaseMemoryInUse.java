package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link RingReleaseMemory} without a look whether it is in use. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each fiber once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A fiber was lost, or came twice, or too early.")
@State
public class RingReleaseMemoryInUse {
  private final RingRace race = RingRace.faulty(FaultyRing.Fault.SHRUNK_IN_USE).grownHolding(1);

  @Actor
  void owner() {
    race.releaseMemory();
    race.add(2);
  }

  @Actor
  void thief() {
    race.take(2);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
