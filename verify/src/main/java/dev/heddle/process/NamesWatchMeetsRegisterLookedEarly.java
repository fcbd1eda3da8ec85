package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * {@link NamesWatchMeetsRegister} with a watcher that looks for a holder before its watch is there.
 */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Told once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not told, or twice, or the watch is left.")
@State
public class NamesWatchMeetsRegisterLookedEarly {
  private final CarelessNames names = new CarelessNames();
  private final CarelessNames.Holder holder = new CarelessNames.Holder();

  @Actor
  void watcher() {
    names.watch();
  }

  @Actor
  void registrar() {
    boolean _ = names.register(holder);
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = names.told();
    r.r2 = names.isWatched() ? 1 : 0;
  }
}
