package dev.heddle.bench.savina.trapezoid;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.StagedContest;

/** {@code savina-trapezoid}. */
public final class TrapezoidBenchmark {
  private static final int TINY = 10_000;
  private static final int PIECES = 10_000_000;

  private TrapezoidBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-trapezoid")
            .asks("What does a computation cost that is divided among a hundred actors?")
            .unit("ns per piece");
    return StagedContest.enter(
            description, setting -> new Trapezoid(setting.scale().size(TINY, PIECES)))
        .entry(ONLY_VARIANT, Language.GO, Language.ERLANG)
        .build();
  }
}
