package dev.heddle.bench.memory;

import static dev.heddle.bench.Entry.FORK_JOIN_POOL;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import java.util.function.IntFunction;

/** {@code idle-task}: a million that wait in a queue. */
public final class IdleTaskBenchmark {
  private static final int FULL_ROUNDS = 9;

  private IdleTaskBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("idle-task")
        .asks("How much memory does a task take that waits for its turn?")
        .unit("bytes per task")
        .fullRounds(FULL_ROUNDS)
        .entry(ONLY_VARIANT, HEDDLE, setting -> program(setting, TaskCrowd::new))
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, setting -> program(setting, ActionCrowd::new))
        .build();
  }

  private static Program program(Setting setting, IntFunction<Crowd> crowds) {
    return new CrowdProgram(setting, CrowdProgram.million(setting), crowds, () -> {});
  }
}
