package dev.heddle.bench.savina.nqueenk;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.StagedContest;

/** {@code savina-nqueenk}. */
public final class NQueensBenchmark {
  private static final int TINY = 6;
  private static final int SIZE = 12;

  private NQueensBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-nqueenk")
            .asks("What does a search cost whose workers send new work through a master?")
            .unit("ns per solution");
    return StagedContest.enter(
            description, setting -> new NQueens(setting.scale().size(TINY, SIZE)))
        .entry(ONLY_VARIANT, Language.GO, Language.ERLANG)
        .build();
  }
}
