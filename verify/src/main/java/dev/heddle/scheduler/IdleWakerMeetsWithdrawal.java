package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A sleeper gives up (a spare that retires) while a producer wakes it: it knows which of the two
 * came first, and is counted as searching only if it was woken.
 */
@JCStressTest
@Outcome(id = "true, 0, 0", expect = Expect.ACCEPTABLE, desc = "It left first; nobody was woken.")
@Outcome(id = "false, 1, 1", expect = Expect.ACCEPTABLE, desc = "It was woken first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Woken but not counted, or counted but not woken.")
@State
public class IdleWakerMeetsWithdrawal {
  private final IdleRace race = IdleRace.real().parked(0);
  private boolean left;

  @Actor
  void producer() {
    race.produce();
  }

  @Actor
  void sleeper() {
    left = race.withdraw(0);
  }

  @Arbiter
  void verdict(ZII_Result r) {
    race.verdict(r);
    r.r1 = left;
  }
}
