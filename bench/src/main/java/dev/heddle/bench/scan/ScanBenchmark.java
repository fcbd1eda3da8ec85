package dev.heddle.bench.scan;

import static dev.heddle.bench.Entry.FORK_JOIN_POOL;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.PLAIN_CALL;
import static dev.heddle.bench.child.TimedProgram.onForkJoinPool;
import static dev.heddle.bench.child.TimedProgram.onHeddle;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.foreign.Language;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** {@code scan}: along a tree of halves, or up and down. */
public final class ScanBenchmark {
  private static final int TINY = 8 * Scan.CUT_OFF;
  private static final int LENGTH = 8192 * Scan.CUT_OFF;

  private ScanBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("scan")
        .asks("What do the prefix sums of a large array cost, which all depend on those before?")
        .unit("ns per element")
        .entry(ONLY_VARIANT, HEDDLE, ScanBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, ScanBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, Language.ONE_TBB)
        .entry(ONLY_VARIANT, PLAIN_CALL, ScanBenchmark::plainCall)
        .build();
  }

  private static Scan scan(Setting setting) {
    return new Scan(setting.scale().size(TINY, LENGTH));
  }

  private static Program heddle(Setting setting) {
    Scan scan = scan(setting);
    return onHeddle(setting, scan, heddle -> run(heddle, scan));
  }

  private static long run(Heddle heddle, Scan scan) {
    return heddle.invoke(() -> AlongTask.pass(scan, Scan.ROOT, 0, scan.length, 0));
  }

  private static Program forkJoinPool(Setting setting) {
    Scan scan = scan(setting);
    return onForkJoinPool(setting, scan, pool -> run(pool, scan));
  }

  private static long run(ForkJoinPool pool, Scan scan) {
    return pool.invoke(
        ForkJoinTask.adapt(() -> AlongAction.pass(scan, Scan.ROOT, 0, scan.length, 0)));
  }

  private static Program plainCall(Setting setting) {
    Scan scan = scan(setting);
    return onPlainThreads(scan, scan::run);
  }
}
