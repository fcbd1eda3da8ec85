package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link LaneTwoAddersMeetTaker} with places that look like the last one when they are gone. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item once, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An item was lost, or came twice, or too early.")
@State
public class LaneTwoAddersMeetTakerGoneLooksLast {
  private final LaneRace race = LaneRace.faulty(FaultyLane.Fault.GONE_LOOKS_LAST);

  @Actor
  void adder() {
    race.add(2);
  }

  @Actor
  void otherAdder() {
    race.addToo(2);
  }

  @Actor
  void taker() {
    race.take(2);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
