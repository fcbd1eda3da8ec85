package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@link Worker}'s own way to sleep against an item that only it may run: it finds the item or is
 * woken. No other worker can help it out.
 */
@JCStressTest
@Outcome(id = "false", expect = Expect.ACCEPTABLE, desc = "The worker has it, or will look.")
@Outcome(
    id = "true",
    expect = Expect.FORBIDDEN,
    desc = "It sleeps on an item that is for it alone.")
@State
public class WorkerSleepsWhileMailed {
  private final UnstartedWorkers workers = new UnstartedWorkers(1);

  @Actor
  void sender() {
    workers.scheduler.spawnBound(0, new NumberedItem(0));
  }

  @Actor
  void worker() {
    workers.findOrSleep(0);
  }

  @Arbiter
  void verdict(Z_Result r) {
    r.r1 = workers.sleepsOnMail(0);
  }
}
