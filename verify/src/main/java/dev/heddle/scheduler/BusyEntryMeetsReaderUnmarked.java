package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link BusyEntryMeetsReader} without the mark that the entry is being changed. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Neither of the two was seen.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The one before, with its time.")
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "The one after, with its time.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One with the time of the other.")
@State
public class BusyEntryMeetsReaderUnmarked {
  private final BusyRace race = BusyRace.unmarked();

  @Actor
  void owner() {
    race.replace();
  }

  @Actor
  void reader(I_Result r) {
    r.r1 = race.read();
  }
}
