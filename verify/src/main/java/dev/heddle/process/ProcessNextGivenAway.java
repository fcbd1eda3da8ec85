package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker goes, and makes an entry of the process in its slot, which is taken out of the queue
 * then, while a thief takes it out of the slot and sends to it then.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one place.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one place.")
@State
public class ProcessNextGivenAway {
  private final ProcessRace race = ProcessRace.real().inSlot();

  @Actor
  void owner() {
    race.giveNextAway();
    race.takeEntry();
  }

  @Actor
  void thief() {
    race.takeNext();
    race.send(1, 1);
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
