package dev.heddle.bench.savina.radixsort;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.StagedContest;

/** {@code savina-radixsort}. */
public final class RadixSortBenchmark {
  private static final int TINY = 100;
  private static final int VALUES = 100_000;

  private RadixSortBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-radixsort")
            .asks("What does a message cost in a pipeline of sixty actors that sort numbers?")
            .unit("ns per message");
    return StagedContest.enter(
            description, setting -> new RadixSort(setting.scale().size(TINY, VALUES)))
        .entry(ONLY_VARIANT, Language.GO, Language.ERLANG)
        .build();
  }
}
