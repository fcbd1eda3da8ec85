package dev.heddle.bench.matmul;

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

/** {@code matmul}: quarters of quarters, down to a cut-off. */
public final class MatmulBenchmark {
  private static final int TINY = 128;
  private static final int SIZE = 512;

  private MatmulBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("matmul")
        .asks("What does an ordinary divide-and-conquer computation on a large matrix cost?")
        .unit("ns per 1000 flops")
        .entry(ONLY_VARIANT, HEDDLE, MatmulBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, MatmulBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, Language.ONE_TBB)
        .entry(ONLY_VARIANT, PLAIN_CALL, MatmulBenchmark::plainCall)
        .build();
  }

  private static Product product(Setting setting) {
    return new Product(setting.scale().size(TINY, SIZE));
  }

  private static Program heddle(Setting setting) {
    Product product = product(setting);
    return onHeddle(setting, product, heddle -> ProductTask.run(heddle, product));
  }

  private static Program forkJoinPool(Setting setting) {
    Product product = product(setting);
    return onForkJoinPool(setting, product, pool -> ProductAction.run(pool, product));
  }

  private static Program plainCall(Setting setting) {
    Product product = product(setting);
    return onPlainThreads(product, product::run);
  }
}
