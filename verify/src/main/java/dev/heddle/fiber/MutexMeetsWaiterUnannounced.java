package dev.heddle.fiber;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link MutexMeetsWaiter} with a waiter that tries before it announces itself. */
@BrokenOnPurpose
@JCStressTest
@Outcome(
    id = {"1, 0", "0, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "It got the mutex, or has been woken to try again.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It waits for a free mutex, and nobody has woken it.")
@State
public class MutexMeetsWaiterUnannounced {
  private final CarelessMutex mutex = new CarelessMutex();

  @Actor
  void holder() {
    mutex.lock();
    mutex.unlock();
  }

  @Actor
  void waiter(II_Result r) {
    Waiter waiter = new Waiter();

    if (mutex.tryQueued(waiter)) {
      mutex.unlock();
      r.r1 = 1;
    }
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r2 = mutex.hasNudged() ? 1 : 0;
  }
}
