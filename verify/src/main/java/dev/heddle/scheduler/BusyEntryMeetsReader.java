package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The owner of {@link BusyNumbers} gives an entry to another number while somebody reads it. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Neither of the two was seen.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The one before, with its time.")
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "The one after, with its time.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One with the time of the other.")
@State
public class BusyEntryMeetsReader {
  private final BusyRace race = BusyRace.real();

  @Actor
  void owner() {
    race.replace();
  }

  @Actor
  void reader(I_Result r) {
    r.r1 = race.read();
  }
}
