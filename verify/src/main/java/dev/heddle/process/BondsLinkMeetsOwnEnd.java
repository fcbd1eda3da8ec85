package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Somebody links a process that ends to another: the other is told, once, or not linked. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Linked, and the other was told.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Not linked.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Told twice, or a tie is left.")
@State
public class BondsLinkMeetsOwnEnd {
  private final ClaimedProcess maker = new ClaimedProcess();
  private final ClaimedProcess other = new ClaimedProcess();

  {
    other.cell.trapExits(true);
  }

  @Actor
  void maker() {
    maker.cell.link(other.cell.self());
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
