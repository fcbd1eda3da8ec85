package dev.heddle.bench.savina.threadring;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-threadring}. */
public final class ThreadRingBenchmark {
  private static final int ACTORS = 100;
  private static final int TINY = 1_001;
  private static final int HOPS = 100_000;

  private ThreadRingBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-threadring")
            .asks("What does a hop cost in a ring of a hundred actors, these included?")
            .unit("ns per hop");
    new Contest<>(
            setting -> new ThreadRing(ACTORS, setting.scale().size(TINY, HOPS)),
            ProcessThreadRing::setUp,
            PekkoThreadRing::setUp,
            (_, work) -> VirtualThreadRing.setUp(work),
            KotlinThreadRing::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
