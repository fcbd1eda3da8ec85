package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@link Worker}'s own way to sleep against {@link Scheduler#enqueue} from outside: the worker
 * finds the item or is woken.
 */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "Somebody has it, or will look.")
@Outcome(
    id = "true",
    expect = Expect.FORBIDDEN,
    desc = "Queued, a worker parked, nobody searching.")
@State
public class WorkerSleepsWhileEnqueued {
  private final UnstartedWorkers workers = new UnstartedWorkers(1);

  @Actor
  void producer() {
    workers.enqueue(1);
  }

  @Actor
  void worker() {
    workers.findOrSleep(0);
  }

  @Arbiter
  void verdict(Z_Result r) {
    r.r1 = workers.isStranded();
  }
}
