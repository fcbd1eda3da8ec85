package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LZ_Result;

/** {@link TaskTakenBackMeetsWatcher}, where no fence follows upon the announcement. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "TOLD, false", expect = Expect.FORBIDDEN, desc = "Waits for ever.")
@Outcome(expect = Expect.ACCEPTABLE, desc = "Learns of the end.")
@State
public class TaskTakenBackMeetsWatcherAnnouncedLate {
  private final TakenBackTask race =
      new TakenBackTask(new FaultyDeque(FaultyDeque.Fault.ANNOUNCED_LATE, 2));

  @Actor
  void owner() {
    race.takeBackAndRun();
  }

  @Actor
  void watcher(LZ_Result r) {
    r.r1 = race.watch();
  }

  @Arbiter
  void verdict(LZ_Result r) {
    r.r2 = race.endTold();
  }
}
