package dev.heddle.fiber;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link MutexExcludes} with a lock that is taken without a CAS. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "One after the other.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both at once, or somebody is left in the queue.")
@State
public class MutexExcludesUnclaimed {
  private final CarelessMutex mutex = new CarelessMutex();
  private int counter;

  @Actor
  void one() {
    count();
  }

  @Actor
  void other() {
    count();
  }

  private void count() {
    mutex.lock();
    try {
      counter++;
    } finally {
      mutex.unlock();
    }
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = counter;
    r.r2 = mutex.waiting();
  }
}
