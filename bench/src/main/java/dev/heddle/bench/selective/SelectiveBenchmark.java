package dev.heddle.bench.selective;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;

/** {@code selective}: the same behind a thousand, ten thousand and a hundred thousand messages. */
public final class SelectiveBenchmark {
  private static final int TINY = 100;
  private static final int NUMBERS = 100_000;

  private SelectiveBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("selective")
            .asks("What does a message cost that is received before many that were refused?")
            .unit("ns per message received");
    contest(1_000).enter(description, "1k");
    contest(10_000).enter(description, "10k");
    contest(100_000).enter(description, "100k");
    return description.build();
  }

  private static Contest<Selection> contest(int refused) {
    return new Contest<>(
        setting ->
            new Selection(setting.scale().size(TINY, refused), setting.scale().size(TINY, NUMBERS)),
        (heddle, selection) -> selection.setUp(heddle),
        PekkoSelection::setUp,
        ThreadSelection::setUp);
  }
}
