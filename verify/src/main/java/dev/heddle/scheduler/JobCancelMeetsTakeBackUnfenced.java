package dev.heddle.scheduler;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIL_Result;

/** {@link JobCancelMeetsTakeBackBelowOthers}, where the deque has no fence. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 1, SUCCESS", expect = Expect.ACCEPTABLE, desc = "Has run.")
@Outcome(id = "0, 1, CANCELLED", expect = Expect.ACCEPTABLE, desc = "Has not started.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Ended twice or never, or a stray interrupt.")
@State
public class JobCancelMeetsTakeBackUnfenced {
  private final TakenBackJob race =
      new TakenBackJob(
          TakenBackJob.filled(new FaultyDeque(FaultyDeque.Fault.POP_WITHOUT_FENCE, 32)), true);

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
