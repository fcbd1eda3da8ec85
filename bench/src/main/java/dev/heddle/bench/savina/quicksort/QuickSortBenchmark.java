package dev.heddle.bench.savina.quicksort;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.PekkoStage;
import dev.heddle.bench.savina.stage.ProcessStage;

/** {@code savina-quicksort}. */
public final class QuickSortBenchmark {
  private static final int TINY = 10_000;
  private static final int VALUES = 1_000_000;

  private QuickSortBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-quicksort")
            .asks("What does a sort cost that makes an actor for each part?")
            .unit("ns per element");
    new Contest<>(
            setting -> new QuickSort(setting.scale().size(TINY, VALUES)),
            ProcessStage::setUp,
            PekkoStage::setUp,
            ThreadQuickSort::setUp,
            KotlinQuickSort::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
