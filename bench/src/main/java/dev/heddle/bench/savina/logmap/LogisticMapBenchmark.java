package dev.heddle.bench.savina.logmap;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-logmap}. */
public final class LogisticMapBenchmark {
  private static final int SERIES = 10;
  private static final int TINY = 50;
  private static final int TERMS = 25_000;

  private LogisticMapBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-logmap")
            .asks("What does an answer cost that is waited for while other messages have to wait?")
            .unit("ns per term");
    new Contest<>(
            setting -> new LogisticMap(SERIES, setting.scale().size(TINY, TERMS)),
            ProcessLogisticMap::setUp,
            PekkoLogisticMap::setUp,
            (_, work) -> ThreadLogisticMap.setUp(work),
            KotlinLogisticMap::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
