package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two items come while one worker sleeps and another looks: who takes the first and so stops
 * searching sees to it that the second is not left lying.
 */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "Somebody has it, or will look.")
@Outcome(
    id = "true",
    expect = Expect.FORBIDDEN,
    desc = "Queued, a worker parked, nobody searching.")
@State
public class WorkerFindsOneOfTwo {
  private final UnstartedWorkers workers = new UnstartedWorkers(2);

  public WorkerFindsOneOfTwo() {
    workers.findOrSleep(1);
  }

  @Actor
  void producer() {
    workers.enqueue(2);
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
