package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** {@link Worker}'s own way to sleep against a fiber that another worker makes ready for itself. */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "Somebody has it, or will look.")
@Outcome(
    id = "true",
    expect = Expect.FORBIDDEN,
    desc = "A ready fiber, and all who could run it sleep.")
@State
public class WorkerSleepsWhileFiberIsReady {
  private final UnstartedWorkers workers = new UnstartedWorkers(2);

  @Actor
  void worker() {
    workers.addReady(1);
  }

  @Actor
  void sleeper() {
    workers.findOrSleep(0);
  }

  @Arbiter
  void verdict(Z_Result r) {
    r.r1 = workers.isStranded();
  }
}
