package dev.heddle.scheduler;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * {@link Worker}'s own nap, as the lookout, against a fiber that another worker makes ready for
 * itself: it takes the fiber, or is woken, or looks again soon.
 */
@JCStressTest
@Outcome(id = "false, .*", expect = Expect.ACCEPTABLE, desc = "Somebody has it, or will look.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Left to the lookout.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A ready fiber, and nobody looks.")
@State
public class WorkerNapsWhileFiberIsReady {
  private final UnstartedWorkers workers = new UnstartedWorkers(2).busy(1);

  @Actor
  void worker() {
    workers.addReady(1);
  }

  @Actor
  void sleeper() {
    workers.findOrNap(0);
  }

  @Arbiter
  void verdict(ZZ_Result r) {
    r.r1 = workers.isStranded();
    r.r2 = workers.looksAgain();
  }
}
