package dev.heddle.bench.idle;

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

/** {@code idle}: the CPU time of a process whose runtime has nothing to do. */
public final class IdleBenchmark {
  private static final int FULL_ROUNDS = 5;

  /** What the JVM's own threads do differs from JVM to JVM. */
  private static final int BOOK_HEATS = 2;

  /** Percent of a core; the JVM's own threads use more than that. */
  private static final double RESOLUTION = 0.001;

  private IdleBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("idle")
        .asks("What does a runtime burn that has nothing to do?")
        .unit("% of a core")
        .fullRounds(FULL_ROUNDS)
        .bookHeats(BOOK_HEATS)
        .resolution(RESOLUTION)
        .entry(ONLY_VARIANT, HEDDLE, IdleBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, IdleBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, VIRTUAL_THREADS, IdleBenchmark::virtualThreads)
        .build();
  }

  private static Program heddle(Setting setting) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    return new IdleProgram(setting, task -> heddle.enqueue(task::run), heddle::close);
  }

  private static Program forkJoinPool(Setting setting) {
    ForkJoinPool pool = new ForkJoinPool(setting.workers());
    return new IdleProgram(setting, pool::execute, pool::close);
  }

  private static Program virtualThreads(Setting setting) {
    return new IdleProgram(setting, Thread::startVirtualThread, () -> {});
  }
}
