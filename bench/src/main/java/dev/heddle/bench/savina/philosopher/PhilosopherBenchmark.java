package dev.heddle.bench.savina.philosopher;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-philosopher}. */
public final class PhilosopherBenchmark {
  private static final int PHILOSOPHERS = 20;
  private static final int TINY = 50;
  private static final int ROUNDS = 10_000;

  private PhilosopherBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-philosopher")
            .asks("What does a meal cost, if all ask one arbitrator until they get it?")
            .unit("ns per meal");
    new Contest<>(
            setting -> new Dinner(PHILOSOPHERS, setting.scale().size(TINY, ROUNDS)),
            ProcessPhilosophers::setUp,
            PekkoPhilosophers::setUp,
            (_, work) -> ThreadPhilosophers.setUp(work),
            KotlinPhilosophers::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
