package dev.heddle.scheduler;

import dev.heddle.internal.TaskAccess;
import dev.heddle.task.Job;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IL_Result;

/** A job is cancelled while a worker starts it: its body runs and it succeeds, or neither. */
@JCStressTest
@Outcome(id = "1, SUCCESS", expect = Expect.ACCEPTABLE, desc = "It ran.")
@Outcome(id = "0, CANCELLED", expect = Expect.ACCEPTABLE, desc = "It did not run.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It ran though cancelled, or did not end.")
@State
public class JobCancelMeetsRun {
  private int runs;
  private final Job<Integer> job =
      TaskAccess.get().submit((Callable<Integer>) () -> ++runs, new UnstartedWorkers(1).scheduler);

  @Actor
  void worker() {
    UnstartedWorkers.run(job);
  }

  @Actor
  void canceller() {
    job.cancel(false);
  }

  @Arbiter
  void verdict(IL_Result r) {
    Future.State state = job.state();
    r.r1 = runs;
    r.r2 = state;
  }
}
