package dev.heddle.bench.savina.sieve;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.StagedContest;

/** {@code savina-sieve}. */
public final class SieveBenchmark {
  private static final int TINY = 1_000;
  private static final int LIMIT = 100_000;

  private static final int TINY_EACH = 50;
  private static final int PRIMES_EACH = 1_000;

  private SieveBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-sieve")
            .asks("What does a candidate cost in a pipeline of actors that sieve primes?")
            .unit("ns per candidate");
    return StagedContest.enter(
            description,
            setting ->
                new Sieve(
                    setting.scale().size(TINY, LIMIT),
                    setting.scale().size(TINY_EACH, PRIMES_EACH)))
        .entry(ONLY_VARIANT, Language.GO, Language.ERLANG)
        .build();
  }
}
