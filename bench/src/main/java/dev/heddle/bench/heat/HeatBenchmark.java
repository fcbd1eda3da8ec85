package dev.heddle.bench.heat;

import static dev.heddle.bench.Entry.FORK_JOIN_POOL;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.PLAIN_CALL;
import static dev.heddle.bench.child.TimedProgram.onForkJoinPool;
import static dev.heddle.bench.child.TimedProgram.onHeddle;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.foreign.Language;

/** {@code heat}: a stencil, halves of halves of the rows in each step of time. */
public final class HeatBenchmark {
  private static final int TINY = 64;
  private static final int ROWS = 1024;
  private static final int COLUMNS = 512;
  private static final int TINY_STEPS = 5;
  private static final int STEPS = 100;

  private HeatBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("heat")
        .asks("What does a computation cost in steps, each of which is divided and waited for?")
        .unit("ns per 1000 cells")
        .entry(ONLY_VARIANT, HEDDLE, HeatBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, HeatBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, Language.ONE_TBB)
        .entry(ONLY_VARIANT, PLAIN_CALL, HeatBenchmark::plainCall)
        .build();
  }

  private static Heat heat(Setting setting) {
    return new Heat(
        setting.scale().size(TINY, ROWS),
        setting.scale().size(TINY, COLUMNS),
        setting.scale().size(TINY_STEPS, STEPS));
  }

  private static Program heddle(Setting setting) {
    Heat heat = heat(setting);
    return onHeddle(setting, heat, heddle -> HeatTask.run(heddle, heat));
  }

  private static Program forkJoinPool(Setting setting) {
    Heat heat = heat(setting);
    return onForkJoinPool(setting, heat, pool -> HeatAction.run(pool, heat));
  }

  private static Program plainCall(Setting setting) {
    Heat heat = heat(setting);
    return onPlainThreads(heat, heat::run);
  }
}
