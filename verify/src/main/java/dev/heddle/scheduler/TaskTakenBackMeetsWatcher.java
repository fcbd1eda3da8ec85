package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LZ_Result;

/**
 * A task is taken back by its join and ends, while somebody begins to watch it: who does sees the
 * end, is told of it, or knows that it has to look again.
 */
@JCStressTest
@Outcome(id = "TOLD, false", expect = Expect.FORBIDDEN, desc = "Waits for ever.")
@Outcome(expect = Expect.ACCEPTABLE, desc = "Learns of the end.")
@State
public class TaskTakenBackMeetsWatcher {
  private final TakenBackTask race = new TakenBackTask(RealDeque.withCapacity(2));

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
