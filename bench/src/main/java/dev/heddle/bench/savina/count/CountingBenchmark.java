package dev.heddle.bench.savina.count;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-count}. */
public final class CountingBenchmark {
  private static final int TINY = 1_000;
  private static final int MESSAGES = 1_000_000;

  private CountingBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-count")
            .asks("What does a message cost that one actor sends to another, which counts?")
            .unit("ns per message");
    new Contest<>(
            setting -> new Counting(setting.scale().size(TINY, MESSAGES)),
            ProcessCounting::setUp,
            PekkoCounting::setUp,
            (_, work) -> ThreadCounting.setUp(work),
            KotlinCounting::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
