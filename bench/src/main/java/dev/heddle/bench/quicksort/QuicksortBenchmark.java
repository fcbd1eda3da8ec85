package dev.heddle.bench.quicksort;

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

/** {@code quicksort}: the textbook's, with a cut-off. */
public final class QuicksortBenchmark {
  private static final int TINY = 5_000;
  private static final int LENGTH = 2_000_000;

  private QuicksortBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("quicksort")
        .asks("What does an ordinary parallel sort of a large array cost?")
        .unit("ns per element")
        .entry(ONLY_VARIANT, HEDDLE, QuicksortBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, QuicksortBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, Language.ONE_TBB)
        .entry(ONLY_VARIANT, PLAIN_CALL, QuicksortBenchmark::plainCall)
        .build();
  }

  private static Sorting sorting(Setting setting) {
    return new Sorting(setting.scale().size(TINY, LENGTH));
  }

  private static Program heddle(Setting setting) {
    Sorting sorting = sorting(setting);
    return onHeddle(setting, sorting, heddle -> SortTask.run(heddle, sorting.numbers));
  }

  private static Program forkJoinPool(Setting setting) {
    Sorting sorting = sorting(setting);
    return onForkJoinPool(setting, sorting, pool -> SortAction.run(pool, sorting.numbers));
  }

  private static Program plainCall(Setting setting) {
    Sorting sorting = sorting(setting);
    return onPlainThreads(sorting, sorting::run);
  }
}
