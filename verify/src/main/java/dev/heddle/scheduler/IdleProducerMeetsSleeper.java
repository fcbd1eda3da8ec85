package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A producer and the only worker, which goes to sleep without having searched: the producer sees
 * that the worker sleeps, or the worker sees the item. Either way it is woken once.
 */
@JCStressTest
@Outcome(id = "false, 0, 0", expect = Expect.ACCEPTABLE, desc = "The worker found it at once.")
@Outcome(id = "false, 1, 1", expect = Expect.ACCEPTABLE, desc = "The sleeper was woken, once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not woken, or not counted right.")
@State
public class IdleProducerMeetsSleeper {
  private final IdleRace race = IdleRace.real();

  @Actor
  void producer() {
    race.produce();
  }

  @Actor
  void sleeper() {
    race.goToSleep(0);
  }

  @Arbiter
  void verdict(ZII_Result r) {
    race.verdict(r);
  }
}
