package dev.heddle.bench.memory;

import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.bench.foreign.Language;
import java.util.function.IntFunction;

/** {@code idle-fiber}: a million that wait for the same event. */
public final class IdleFiberBenchmark {
  private static final int FULL_ROUNDS = 9;
  private static final int HEAP = 3072;

  private IdleFiberBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("idle-fiber")
        .asks("How much memory does a fiber take that waits?")
        .unit("bytes per fiber")
        .fullRounds(FULL_ROUNDS)
        .heapMegabytes(HEAP)
        .entry(ONLY_VARIANT, HEDDLE, IdleFiberBenchmark::heddle)
        .entry(ONLY_VARIANT, VIRTUAL_THREADS, s -> program(s, WaitingCrowd::virtualThreads))
        .entry(ONLY_VARIANT, KOTLIN, s -> program(s, KotlinCrowd::new))
        .entry(ONLY_VARIANT, Language.GO)
        .build();
  }

  private static Program heddle(Setting setting) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    return new CrowdProgram(
        setting,
        CrowdProgram.million(setting),
        count -> WaitingCrowd.fibers(heddle, count),
        heddle::close);
  }

  private static Program program(Setting setting, IntFunction<Crowd> crowds) {
    return new CrowdProgram(setting, CrowdProgram.million(setting), crowds, () -> {});
  }
}
