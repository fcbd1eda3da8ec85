package dev.heddle.bench.savina.big;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-big}. */
public final class BigBenchmark {
  private static final int ACTORS = 120;
  private static final int TINY = 50;
  private static final int PINGS = 20_000;

  private BigBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-big")
            .asks("What does a question cost among many actors that ask each other, and end?")
            .unit("ns per ping and pong");
    new Contest<>(
            setting -> new Big(ACTORS, setting.scale().size(TINY, PINGS)),
            ProcessBig::setUp,
            PekkoBig::setUp,
            (_, work) -> ThreadBig.setUp(work),
            KotlinBig::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
