package dev.heddle.bench.latency;

import static dev.heddle.bench.Entry.FORK_JOIN_POOL;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import java.util.concurrent.ForkJoinPool;

/** {@code latency-submit}: a task is handed in from outside. */
public final class Submission {
  private Submission() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("latency-submit")
            .asks("How long does it take until an idle runtime runs what a thread outside submits?")
            .unit("ns")
            .bookRounds(LatencyProgram.BOOK_ROUNDS)
            .bookHeats(LatencyProgram.BOOK_HEATS);
    for (Percentile p : Percentile.values()) {
      description
          .entry(p.variant(), HEDDLE, s -> heddle(s, p))
          .entry(p.variant(), FORK_JOIN_POOL, s -> forkJoinPool(s, p))
          .entry(p.variant(), VIRTUAL_THREADS, s -> virtualThreads(s, p))
          .entry(p.variant(), KOTLIN, s -> kotlin(s, p));
    }
    return description.build();
  }

  private static Program heddle(Setting setting, Percentile percentile) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    Stamp stamp = new Stamp();
    return new LatencyProgram(
        setting,
        percentile,
        stamp,
        number -> heddle.enqueue(() -> stamp.set(number)),
        heddle::close);
  }

  private static Program forkJoinPool(Setting setting, Percentile percentile) {
    ForkJoinPool pool = new ForkJoinPool(setting.workers());
    Stamp stamp = new Stamp();
    return new LatencyProgram(
        setting, percentile, stamp, number -> pool.execute(() -> stamp.set(number)), pool::close);
  }

  private static Program virtualThreads(Setting setting, Percentile percentile) {
    Stamp stamp = new Stamp();
    return new LatencyProgram(
        setting,
        percentile,
        stamp,
        number -> Thread.startVirtualThread(() -> stamp.set(number)),
        () -> {});
  }

  private static Program kotlin(Setting setting, Percentile percentile) {
    Stamp stamp = new Stamp();
    return new LatencyProgram(
        setting, percentile, stamp, KotlinLatency.submission(stamp), () -> {});
  }
}
