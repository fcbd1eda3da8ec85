package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link Worker}'s own way to sleep against another worker's {@link Worker#push}, which has no
 * fence: it steals the item, or is woken, or sleeps only until its second look.
 */
@JCStressTest
@Outcome(id = "false, .*", expect = Expect.ACCEPTABLE, desc = "Somebody has it, or will look.")
@Outcome(
    id = "true, true",
    expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "Missed, until the second look.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Missed, and nobody will look.")
@State
public class WorkerSleepsWhileSpawned {
  private final UnstartedWorkers workers = new UnstartedWorkers(2).busy(1);

  @Actor
  void spawner() {
    workers.push(1, 1);
  }

  @Actor
  void worker() {
    workers.findOrSleep(0);
  }

  @Arbiter
  void verdict(ZZ_Result r) {
    r.r1 = workers.isStranded();
    r.r2 = workers.looksAgain();
  }
}
