package dev.heddle.fiber;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two want a mutex at the same time, and park if they must: one after the other has it. */
@JCStressTest
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "One after the other.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both at once, or somebody is left in the queue.")
@State
public class MutexExcludes {
  private final Mutex mutex = new Mutex();
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
