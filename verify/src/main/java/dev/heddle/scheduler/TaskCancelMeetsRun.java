package dev.heddle.scheduler;

import dev.heddle.internal.TaskAccess;
import dev.heddle.task.Task;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** A task is cancelled while a worker starts it: it ends, and is either executed or cancelled. */
@JCStressTest
@Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "Executed.")
@Outcome(id = "true, false, true", expect = Expect.ACCEPTABLE, desc = "Cancelled.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not ended, or both, or neither.")
@State
public class TaskCancelMeetsRun {
  private boolean executed;
  private final Task task = Task.of(() -> executed = true);

  public TaskCancelMeetsRun() {
    TaskAccess.get().start(task, new UnstartedWorkers(1).scheduler, false, false);
  }

  @Actor
  void worker() {
    UnstartedWorkers.run(task);
  }

  @Actor
  void canceller() {
    task.cancel();
  }

  @Arbiter
  void verdict(ZZZ_Result r) {
    r.r1 = task.isDone();
    r.r2 = executed;
    r.r3 = task.isCancelled();
  }
}
