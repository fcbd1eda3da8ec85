package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A worker makes a fiber ready for itself and relies on the lookout, which just gives its part up:
 * the worker sees that nobody looks, or the lookout sees the fiber.
 */
@JCStressTest
@Outcome(id = "false, .*, .*", expect = Expect.ACCEPTABLE, desc = "Somebody was woken.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Left to a lookout that has gone.")
@State
public class IdleProducerMeetsLookout {
  private final IdleRace race = IdleRace.real().parked(1).lookout(1);

  @Actor
  void worker() {
    race.produceForMyself();
  }

  @Actor
  void lookout() {
    race.stopLooking(1);
  }

  @Arbiter
  void verdict(ZII_Result r) {
    race.verdict(r);
  }
}
