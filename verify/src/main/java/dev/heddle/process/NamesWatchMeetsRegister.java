package dev.heddle.process;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Somebody watches for a name that another gets: it is told, once. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "Told once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Not told, or twice, or the watch is left.")
@State
public class NamesWatchMeetsRegister {
  private final Names names = new Names();
  private final ClaimedProcess holder = new ClaimedProcess();
  private final AtomicInteger told = new AtomicInteger();

  @Actor
  void watcher() {
    names.watch(NamesRace.NAME, pid -> told.incrementAndGet());
  }

  @Actor
  void registrar() {
    boolean _ = NamesRace.registers(names, holder);
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = told.get();
    r.r2 = names.watches();
  }
}
