package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A waker reaches for a sleeper beyond the first 64 that gives up meanwhile (a spare that retires),
 * while a worker among the first 64 goes to sleep and a producer relies on the waker's count: the
 * waker looks at all sleepers again, and wakes that one.
 */
@JCStressTest
@Outcome(id = "false, .*", expect = Expect.ACCEPTABLE, desc = "Somebody has it, or will look.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Queued, a worker parked, nobody searching.")
@State
public class IdleWakerMeetsWithdrawalElsewhere {
  private static final int SPARE = 64;

  private final IdleRace race = IdleRace.real().parked(SPARE);

  @Actor
  void waker() {
    race.wakeForAnother();
  }

  @Actor
  void others() {
    boolean left = race.withdraw(SPARE);
    race.goToSleep(3);
    race.produce();
    if (left) {
      race.wakeForAnother(); // what a worker does when it ends
    }
  }

  @Arbiter
  void verdict(ZII_Result r) {
    race.verdict(r);
  }
}
