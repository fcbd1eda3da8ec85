package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A process monitors another that ends: it is told, once. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Told once, and nothing is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not told, told twice, or a tie is left.")
@State
public class BondsMonitorMeetsEnd {
  private final ClaimedProcess maker = new ClaimedProcess();
  private final ClaimedProcess other = new ClaimedProcess();

  @Actor
  void maker() {
    maker.cell.monitor(other.cell.self());
  }

  @Actor
  void other() {
    other.end();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = maker.take();
    r.r2 = maker.ties() + other.ties();
  }
}
