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
 * {@link NamesWatchMeetsEnd} with a watcher that is looked at before its watch is there, and not
 * after.
 */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A watch, or a bond, is left.")
@State
public class NamesWatchMeetsEndUnchecked {
  private final CarelessNames names = new CarelessNames();
  private final CarelessNames.Holder process = new CarelessNames.Holder();

  @Actor
  void watcher() {
    names.watchBy(process);
  }

  @Actor
  void process() {
    process.end(names);
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = names.isWatched() ? 1 : 0;
    r.r2 = 0;
  }
}
