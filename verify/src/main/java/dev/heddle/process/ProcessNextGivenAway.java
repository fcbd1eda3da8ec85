package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker goes, and makes an entry of the process that stands in its slot, while a thief takes it
 * and somebody else sends.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one place.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one place.")
@State
public class ProcessNextGivenAway {
  private final ProcessRace race = ProcessRace.real().idle();

  @Actor
  void owner() {
    race.sendNext(0);
    race.giveNextAway();
  }

  @Actor
  void thief() {
    race.takeNext();
  }

  @Actor
  void sender() {
    race.send(1, 1);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
