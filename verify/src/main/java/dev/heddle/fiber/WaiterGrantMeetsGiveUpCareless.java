package dev.heddle.fiber;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link WaiterGrantMeetsGiveUp} without the CAS. */
@BrokenOnPurpose
@JCStressTest
@Outcome(
    id = {"1, 0", "0, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "Granted or given up.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both or neither.")
@State
public class WaiterGrantMeetsGiveUpCareless {
  private final CarelessWaiter waiter = new CarelessWaiter();

  @Actor
  void granter(II_Result r) {
    r.r1 = waiter.claim() ? 1 : 0;
  }

  @Actor
  void waiter(II_Result r) {
    r.r2 = waiter.giveUp() ? 1 : 0;
  }
}
