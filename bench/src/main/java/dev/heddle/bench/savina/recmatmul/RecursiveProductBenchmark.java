package dev.heddle.bench.savina.recmatmul;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.StagedContest;

/** {@code savina-recmatmul}. */
public final class RecursiveProductBenchmark {
  private static final int TINY = 32;
  private static final int LENGTH = 1_024;

  private static final int TINY_BLOCK = 8;
  private static final int BLOCK = 128;

  private RecursiveProductBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-recmatmul")
            .asks(
                "What does a product of matrices cost that a master shares out to twenty workers?")
            .unit("ns per 1000 flops");
    return StagedContest.enter(
            description,
            setting ->
                new RecursiveProduct(
                    setting.scale().size(TINY, LENGTH), setting.scale().size(TINY_BLOCK, BLOCK)))
        .entry(ONLY_VARIANT, Language.GO)
        .build();
  }
}
