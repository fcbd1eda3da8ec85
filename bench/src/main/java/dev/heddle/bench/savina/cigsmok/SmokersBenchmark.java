package dev.heddle.bench.savina.cigsmok;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-cigsmok}. */
public final class SmokersBenchmark {
  private static final int SMOKERS = 200;
  private static final int TINY = 50;
  private static final int ROUNDS = 1000;

  private SmokersBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-cigsmok")
            .asks("What does it cost that one actor sets many others to work, one by one?")
            .unit("ns per round");
    new Contest<>(
            setting -> new Smoking(SMOKERS, setting.scale().size(TINY, ROUNDS)),
            ProcessSmokers::setUp,
            PekkoSmokers::setUp,
            (_, work) -> ThreadSmokers.setUp(work),
            KotlinSmokers::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
