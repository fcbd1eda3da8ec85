package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A worker steals several items and puts all but the first into its own deque; in between they are
 * in no queue. Another one that goes to sleep then is woken when they are back.
 */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "Somebody has it, or will look.")
@Outcome(
    id = "true",
    expect = Expect.FORBIDDEN,
    desc = "Queued, a worker parked, nobody searching.")
@State
public class WorkerSleepsWhileLootIsMoved {
  private final UnstartedWorkers workers = new UnstartedWorkers(3);

  public WorkerSleepsWhileLootIsMoved() {
    workers.push(2, 3);
  }

  @Actor
  void thief() {
    workers.findOrSleep(0);
  }

  @Actor
  void sleeper() {
    workers.findOrSleep(1);
  }

  @Arbiter
  void verdict(Z_Result r) {
    r.r1 = workers.isStranded();
  }
}
