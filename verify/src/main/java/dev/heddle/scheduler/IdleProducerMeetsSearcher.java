package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A producer and the only worker, which searches in vain and goes to sleep: the producer relies on
 * the searcher, or sees that it sleeps.
 */
@JCStressTest
@Outcome(id = "false, 0, 0", expect = Expect.ACCEPTABLE, desc = "The worker found it at once.")
@Outcome(id = "false, 1, 1", expect = Expect.ACCEPTABLE, desc = "The sleeper was woken, once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not woken, or not counted right.")
@State
public class IdleProducerMeetsSearcher {
  private final IdleRace race = IdleRace.real().searching();

  @Actor
  void producer() {
    race.produce();
  }

  @Actor
  void searcher() {
    race.searchAndGoToSleep(0);
  }

  @Arbiter
  void verdict(ZII_Result r) {
    race.verdict(r);
  }
}
