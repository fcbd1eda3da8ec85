package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** {@link IdleProducerMeetsLookout} with a lookout that leaves without a look. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "false, .*, .*", expect = Expect.ACCEPTABLE, desc = "Somebody was woken.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Left to a lookout that has gone.")
@State
public class IdleLookoutWithoutLook {
  private final IdleRace race =
      IdleRace.faulty(FaultyIdle.Fault.LOOKOUT_WITHOUT_LOOK).parked(1).lookout(1);

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
