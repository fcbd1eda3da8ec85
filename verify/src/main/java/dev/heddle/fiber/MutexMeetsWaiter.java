package dev.heddle.fiber;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A holder leaves while somebody queues, tries and is about to park: it is not forgotten. */
@JCStressTest
@Outcome(
    id = {"1, 0", "0, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "It got the mutex, or has been woken to try again.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It waits for a free mutex, and nobody has woken it.")
@State
public class MutexMeetsWaiter {
  private final Mutex mutex = new Mutex();

  @Actor
  @SuppressWarnings("LockNotBeforeTry") // there is nothing to do between
  void holder() {
    mutex.lock();
    mutex.unlock();
  }

  @Actor
  void waiter(II_Result r) {
    Waiter waiter = new Waiter();
    mutex.enqueue(waiter);
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
