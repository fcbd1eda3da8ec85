package dev.heddle.process;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Somebody wants to know of the end of a process that ends meanwhile: it is told, once. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "It was told once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It was not told, or twice.")
@State
public class ProcessListenerMeetsEnd {
  private final ClaimedProcess process = new ClaimedProcess();
  private final AtomicInteger told = new AtomicInteger();

  @Actor
  void listener() {
    process.cell.onExit(exit -> told.incrementAndGet());
  }

  @Actor
  void owner() {
    process.end();
  }

  @Arbiter
  void verdict(I_Result r) {
    r.r1 = told.get();
  }
}
