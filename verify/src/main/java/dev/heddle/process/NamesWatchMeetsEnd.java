package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A process that ends watches for a name: no watch is left. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A watch, or a bond, is left.")
@State
public class NamesWatchMeetsEnd {
  private final Names names = new Names();
  private final ClaimedProcess process = new ClaimedProcess();

  @Actor
  void watcher() {
    names.watch(NamesRace.NAME, process.cell);
  }

  @Actor
  void process() {
    process.end();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = names.watches();
    r.r2 = process.ties();
  }
}
