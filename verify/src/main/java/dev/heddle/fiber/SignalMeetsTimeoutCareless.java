package dev.heddle.fiber;

import dev.heddle.verify.BrokenOnPurpose;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link SignalMeetsTimeout} with a wait that looks at the clock only. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Taken, or still there.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The signal is lost or doubled, or a place is left.")
@State
public class SignalMeetsTimeoutCareless {
  private final CarelessSignal signal = new CarelessSignal();
  private boolean taken;

  @Actor
  void signaller() {
    signal.signal();
  }

  @Actor
  void waiter() {
    taken = signal.await(Duration.ofNanos(1));
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = (taken ? 1 : 0) + (signal.isSignalled() ? 1 : 0);
    r.r2 = signal.waiting();
  }
}
