package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** Two producers meet one sleeper: it is woken, once, and counted as searching, once. */
@JCStressTest
@Outcome(id = "false, 1, 1", expect = Expect.ACCEPTABLE, desc = "The sleeper was woken, once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not woken, or not counted right.")
@State
public class IdleTwoProducers {
  private final IdleRace race = IdleRace.real().parked(0);

  @Actor
  void producer() {
    race.produce();
  }

  @Actor
  void otherProducer() {
    race.produce();
  }

  @Arbiter
  void verdict(ZII_Result r) {
    race.verdict(r);
  }
}
