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
 * {@link BondsMonitorMeetsEnd} with a watcher that looks whether the other lives, and then watches.
 */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Told once, and nothing is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not told, told twice, or a tie is left.")
@State
public class BondsMonitorMeetsEndCareless {
  private final CarelessBonds maker = new CarelessBonds();
  private final CarelessBonds other = new CarelessBonds();

  @Actor
  void maker() {
    maker.monitor(other);
  }

  @Actor
  void other() {
    other.end();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = maker.told();
    r.r2 = maker.ties() + other.ties();
  }
}
