package dev.heddle.bench.savina.bitonicsort;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.StagedContest;

/** {@code savina-bitonicsort}. */
public final class BitonicSortBenchmark {
  private static final int TINY = 16;
  private static final int VALUES = 4_096;

  private BitonicSortBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-bitonicsort")
            .asks("What does a comparison cost in a network of a quarter of a million actors?")
            .unit("ns per comparison");
    return StagedContest.enter(
            description, setting -> new BitonicSort(setting.scale().size(TINY, VALUES)))
        .entry(ONLY_VARIANT, Language.GO, Language.ERLANG)
        .build();
  }
}
