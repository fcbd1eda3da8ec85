package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIL_Result;

/**
 * {@link JobCancelMeetsTakeBack}, where no thief reaches the job, so that the owner passes a fence
 * in the place of a claim.
 */
@JCStressTest
@Outcome(id = "1, 1, SUCCESS", expect = Expect.ACCEPTABLE, desc = "Has run.")
@Outcome(id = "0, 1, CANCELLED", expect = Expect.ACCEPTABLE, desc = "Has not started.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Ended twice or never, or a stray interrupt.")
@State
public class JobCancelMeetsTakeBackBelowOthers {
  private final TakenBackJob race =
      new TakenBackJob(TakenBackJob.filled(RealDeque.withCapacity(32)), true);

  @Actor
  void owner() {
    race.spawnAndTakeBack();
  }

  @Actor
  void canceller() {
    race.cancel();
  }

  @Arbiter
  void verdict(IIL_Result r) {
    race.verdict(r);
  }
}
