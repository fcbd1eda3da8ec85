package dev.heddle.scheduler;

import dev.heddle.internal.TaskAccess;
import dev.heddle.task.Task;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A task is linked to a predecessor that ends meanwhile: the predecessor's end sees the successor,
 * or whoever links sees the end. Either way the successor is queued, once.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Queued once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not queued, or twice.")
@State
public class TaskSuccessorMeetsEnd {
  private final UnstartedWorkers workers = new UnstartedWorkers(1);
  private final Task predecessor = Task.of(() -> {});
  private final Task successor = Task.of(() -> {});

  public TaskSuccessorMeetsEnd() {
    TaskAccess.get().start(predecessor, workers.scheduler, false, false);
    workers.takeEnqueued();
  }

  @Actor
  void worker() {
    UnstartedWorkers.run(predecessor);
  }

  @Actor
  void linker() {
    successor.after(predecessor);
    TaskAccess.get().start(successor, workers.scheduler, false, false);
  }

  @Arbiter
  void verdict(I_Result r) {
    while (workers.takeEnqueued() == successor) {
      r.r1++;
    }
  }
}
