package dev.heddle.fiber;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A signal meets a wait whose time is up once it is queued: it is taken or stays. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Taken, or still there.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The signal is lost or doubled, or a place is left.")
@State
public class SignalMeetsTimeout {
  private final Signal signal = Signal.automatic();
  private boolean taken;

  @Actor
  void signaller() {
    signal.signal();
  }

  @Actor
  void waiter() {
    try {
      taken = signal.await(Duration.ofNanos(1));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts", e);
    }
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = (taken ? 1 : 0) + (signal.isSignalled() ? 1 : 0);
    r.r2 = signal.waiting();
  }
}
