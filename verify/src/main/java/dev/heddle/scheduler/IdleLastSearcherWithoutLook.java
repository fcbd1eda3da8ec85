package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** {@link IdleProducerMeetsLastSearcher}, where the last searcher leaves without a look. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "false, 1, 1", expect = Expect.ACCEPTABLE, desc = "The sleeper was woken, once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not woken, or not counted right.")
@State
public class IdleLastSearcherWithoutLook {
  private final IdleRace race =
      IdleRace.faulty(FaultyIdle.Fault.LAST_SEARCHER_WITHOUT_LOOK).parked(1).searching();

  @Actor
  void producer() {
    race.produce();
  }

  @Actor
  void searcher() {
    race.leaveSearch();
  }

  @Arbiter
  void verdict(ZII_Result r) {
    race.verdict(r);
  }
}
