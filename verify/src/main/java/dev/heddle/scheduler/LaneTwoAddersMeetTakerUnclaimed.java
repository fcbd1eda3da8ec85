package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link LaneTwoAddersMeetTaker} without the CAS that claims a place. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each item once, in order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An item was lost, or came twice, or too early.")
@State
public class LaneTwoAddersMeetTakerUnclaimed {
  private final LaneRace race = LaneRace.faulty(FaultyLane.Fault.LINKED_WITHOUT_CLAIM);

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
