package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link RingGrowth} with the larger ring to be seen before it is filled. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each fiber once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A fiber was lost, or came twice, or too early.")
@State
public class RingGrowthPublishedEarly {
  private final RingRace race = RingRace.faulty(FaultyRing.Fault.COPY_SEEN_EARLY).holding(2);

  @Actor
  void owner() {
    race.add(1);
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
