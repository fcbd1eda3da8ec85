package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A process that ends watches another: nothing of it is left there. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nobody was told, and nothing is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It is still watched by one that has ended.")
@State
public class BondsMonitorMeetsOwnEnd {
  private final ClaimedProcess maker = new ClaimedProcess();
  private final ClaimedProcess other = new ClaimedProcess();

  @Actor
  void maker() {
    maker.cell.monitor(other.cell.self());
  }

  @Actor
  void end() {
    maker.end();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = other.take();
    r.r2 = maker.ties() + other.ties();
  }
}
