package dev.heddle.bench.savina.fjcreate;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-fjcreate}. */
public final class CreationBenchmark {
  private static final int TINY = 100;
  private static final int ACTORS = 40_000;

  private CreationBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-fjcreate")
            .asks("What does an actor cost that gets one message and ends?")
            .unit("ns per actor");
    new Contest<>(
            setting -> new Creation(setting.scale().size(TINY, ACTORS)),
            ProcessCreation::setUp,
            PekkoCreation::setUp,
            (_, work) -> ThreadCreation.setUp(work),
            KotlinCreation::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
