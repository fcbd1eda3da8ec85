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
 * {@link BondsLinkMeetsOwnEnd} with a maker that does not look whether its own process has ended.
 */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Linked, and the other was told.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Not linked.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Told twice, or a tie is left.")
@State
public class BondsLinkMeetsOwnEndUnchecked {
  private final CarelessBonds maker = new CarelessBonds();
  private final CarelessBonds other = new CarelessBonds();

  @Actor
  void maker() {
    maker.link(other);
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
