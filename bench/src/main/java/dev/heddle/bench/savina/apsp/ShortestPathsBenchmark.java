package dev.heddle.bench.savina.apsp;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.StagedContest;

/** {@code savina-apsp}. */
public final class ShortestPathsBenchmark {
  private static final int TINY = 20;
  private static final int VERTICES = 300;

  private static final int TINY_BLOCK = 5;
  private static final int BLOCK = 50;

  private ShortestPathsBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-apsp")
            .asks("What does a block of a matrix cost that goes from actor to actor?")
            .unit("ns per message");
    return StagedContest.enter(
            description,
            setting ->
                new ShortestPaths(
                    setting.scale().size(TINY, VERTICES), setting.scale().size(TINY_BLOCK, BLOCK)))
        .entry(ONLY_VARIANT, Language.GO, Language.ERLANG)
        .build();
  }
}
