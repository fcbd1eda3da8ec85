package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/** Two producers meet two sleepers: at least one is woken, nobody twice, and each is counted. */
@JCStressTest
@Outcome(
    id = {"false, 1, 1", "false, 2, 2"},
    expect = Expect.ACCEPTABLE,
    desc = "One or both were woken, and are counted.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not woken, or not counted right.")
@State
public class IdleTwoProducersTwoSleepers {
  private final IdleRace race = IdleRace.real().parked(0).parked(1);

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
