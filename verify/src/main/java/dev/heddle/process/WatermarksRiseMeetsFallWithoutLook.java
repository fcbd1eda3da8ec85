package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link WatermarksRiseMeetsFall} with one who tells and does not look again. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "All that was crossed was told, in turn.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A crossing was missed, or told twice.")
@State
public class WatermarksRiseMeetsFallWithoutLook {
  private final RacedWatermarks process =
      RacedWatermarks.faulty(1, 0, FaultyWatermarks.Fault.NO_SECOND_LOOK);

  @Actor
  void sender() {
    process.send();
  }

  @Actor
  void process() {
    process.take();
  }

  @Arbiter
  void verdict(II_Result r) {
    process.verdict(r);
  }
}
