package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * {@link BondsMonitorMeetsOwnEnd} with a maker that does not look whether its own process has
 * ended.
 */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nobody was told, and nothing is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It is still watched by one that has ended.")
@State
public class BondsMonitorMeetsOwnEndUnchecked {
  private final CarelessBonds maker = new CarelessBonds();
  private final CarelessBonds other = new CarelessBonds();

  @Actor
  void maker() {
    maker.monitor(other);
  }

  @Actor
  void end() {
    maker.end();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = other.told();
    r.r2 = maker.ties() + other.ties();
  }
}
