package dev.heddle.bench.observe;

import dev.heddle.Heddle;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.process.Events;
import dev.heddle.process.Process;
import dev.heddle.process.StepOutput;
import java.util.concurrent.locks.LockSupport;

/** Processes that only wait. */
final class Crowd {
  /** One of them. */
  private static final class Idle implements Process {
    @Override
    public void step(Events events, StepOutput out) {
      out.idle();
    }
  }

  private Crowd() {}

  /** So many more, once they all wait. */
  static void spawn(Heddle heddle, int many) {
    for (int i = 0; i < many; i++) {
      heddle.processes().spawn(new Idle());
    }
    long deadline = System.nanoTime() + 120_000_000_000L;
    while (heddle.processes().census().states().getOrDefault("IDLE", 0L)
        < heddle.processes().census().alive()) {
      if (System.nanoTime() > deadline) {
        throw new BenchmarkFailure("the processes do not come to rest");
      }
      LockSupport.parkNanos(10_000_000);
    }
  }
}
