package dev.heddle.scheduler;

import dev.heddle.internal.TaskAccess;
import dev.heddle.task.Job;
import java.util.concurrent.Callable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A job is interrupted while it ends: the interrupt comes before the worker has left the job, or
 * not at all. It never hits what the worker does next.
 */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "The next item is not interrupted.")
@Outcome(id = "true", expect = Expect.FORBIDDEN, desc = "The interrupt came too late.")
@State
public class JobInterruptMeetsEnd {
  private final Job<Integer> job =
      TaskAccess.get().submit((Callable<Integer>) () -> 0, new UnstartedWorkers(1).scheduler);
  private volatile boolean cancelled;

  @Actor
  void worker(Z_Result r) {
    UnstartedWorkers.run(job);
    Thread.interrupted(); // as the engine does between two items
    while (!cancelled) {
      Thread.onSpinWait();
    }
    r.r1 = Thread.interrupted();
  }

  @Actor
  void canceller() {
    job.cancel(true);
    cancelled = true;
  }
}
