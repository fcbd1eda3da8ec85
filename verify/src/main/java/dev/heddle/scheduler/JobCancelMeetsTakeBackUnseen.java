package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIL_Result;

/** {@link JobCancelMeetsTakeBack}, where the owner runs what was cancelled, too. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 1, SUCCESS", expect = Expect.ACCEPTABLE, desc = "Has run.")
@Outcome(id = "0, 1, CANCELLED", expect = Expect.ACCEPTABLE, desc = "Has not started.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Ended twice or never, or a stray interrupt.")
@State
public class JobCancelMeetsTakeBackUnseen {
  private final TakenBackJob race = new TakenBackJob(RealDeque.withCapacity(2), false);

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
