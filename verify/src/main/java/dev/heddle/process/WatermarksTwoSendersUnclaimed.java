package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link WatermarksTwoSenders} with who tells chosen by a look and a write. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "All that was crossed was told, in turn.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A crossing was missed, or told twice.")
@State
public class WatermarksTwoSendersUnclaimed {
  private final RacedWatermarks process =
      RacedWatermarks.faulty(1, 0, FaultyWatermarks.Fault.UNCLAIMED);

  @Actor
  void one() {
    process.send();
  }

  @Actor
  void other() {
    process.send();
  }

  @Arbiter
  void verdict(II_Result r) {
    process.verdict(r);
  }
}
