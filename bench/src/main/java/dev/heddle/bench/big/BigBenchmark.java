package dev.heddle.bench.big;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;

/** {@code big}: a hundred and twenty that ask each other. */
public final class BigBenchmark {
  private static final int ACTORS = 120;
  private static final int BOOK_HEATS = 3;
  private static final int TINY = 50;
  private static final int PINGS = 20_000;

  private BigBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("big")
            .asks("What does a question cost among many processes that all ask each other?")
            .unit("ns per ping and pong")
            .bookHeats(BOOK_HEATS);
    new Contest<>(
            setting -> new Big(ACTORS, setting.scale().size(TINY, PINGS)),
            ProcessBig::setUp,
            PekkoBig::setUp,
            ThreadBig::setUp)
        .enter(description, ONLY_VARIANT);
    return description.build();
  }
}
