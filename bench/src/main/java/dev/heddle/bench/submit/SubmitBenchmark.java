package dev.heddle.bench.submit;

import static dev.heddle.bench.Entry.FORK_JOIN_POOL;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import java.util.concurrent.ForkJoinPool;

/** {@code submit}: hand something in from outside, and wait for the answer. */
public final class SubmitBenchmark {
  private SubmitBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("submit")
        .asks("How long does a thread outside wait for an answer of an idle runtime?")
        .unit("ns")
        .entry(ONLY_VARIANT, HEDDLE, SubmitBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, SubmitBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, VIRTUAL_THREADS, SubmitBenchmark::virtualThreads)
        .build();
  }

  private static Program heddle(Setting setting) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    return new SubmitProgram(setting, asked -> heddle.submit(() -> asked).join(), heddle::close);
  }

  private static Program forkJoinPool(Setting setting) {
    ForkJoinPool pool = new ForkJoinPool(setting.workers());
    return new SubmitProgram(setting, asked -> pool.submit(() -> asked).join(), pool::close);
  }

  private static Program virtualThreads(Setting setting) {
    return new SubmitProgram(setting, SubmitBenchmark::askVirtualThread, () -> {});
  }

  private static long askVirtualThread(long asked) {
    long[] answer = {-1};
    try {
      Thread.startVirtualThread(() -> answer[0] = asked).join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the answer may be missing, which the caller checks
    }
    return answer[0];
  }
}
