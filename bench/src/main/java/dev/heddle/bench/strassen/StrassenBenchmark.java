package dev.heddle.bench.strassen;

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

/** {@code strassen}: seven products of quarters in place of eight, down to a cut-off. */
public final class StrassenBenchmark {
  private static final int TINY = 128;
  private static final int SIZE = 512;

  private StrassenBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("strassen")
        .asks("What does a divide-and-conquer computation cost that allocates as it divides?")
        .unit("ns per element")
        .entry(ONLY_VARIANT, HEDDLE, StrassenBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, StrassenBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, Language.ONE_TBB)
        .entry(ONLY_VARIANT, PLAIN_CALL, StrassenBenchmark::plainCall)
        .build();
  }

  private static Strassen strassen(Setting setting) {
    return new Strassen(setting.scale().size(TINY, SIZE));
  }

  private static Program heddle(Setting setting) {
    Strassen strassen = strassen(setting);
    return onHeddle(setting, strassen, heddle -> StrassenTask.run(heddle, strassen));
  }

  private static Program forkJoinPool(Setting setting) {
    Strassen strassen = strassen(setting);
    return onForkJoinPool(setting, strassen, pool -> StrassenAction.run(pool, strassen));
  }

  private static Program plainCall(Setting setting) {
    Strassen strassen = strassen(setting);
    return onPlainThreads(strassen, strassen::run);
  }
}
