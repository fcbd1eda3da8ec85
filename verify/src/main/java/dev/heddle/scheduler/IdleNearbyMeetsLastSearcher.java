package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A worker that pushes to its own deque relies on the only searcher, which has found something else
 * and leaves: it looks once more and wakes the sleeper, unless the producer does.
 */
@JCStressTest
@Outcome(id = "false, 1, 1", expect = Expect.ACCEPTABLE, desc = "The sleeper was woken, once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not woken, or not counted right.")
@State
public class IdleNearbyMeetsLastSearcher {
  private final IdleRace race = IdleRace.real().parked(1).searching();

  @Actor
  void producer() {
    race.produceNearby();
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
