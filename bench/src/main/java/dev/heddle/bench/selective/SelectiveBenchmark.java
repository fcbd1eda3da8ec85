package dev.heddle.bench.selective;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;

/** {@code selective}: the same behind a thousand, ten thousand and a hundred thousand messages. */
public final class SelectiveBenchmark {
  private static final int TINY = 100;
  private static final int NUMBERS = 100_000;

  private SelectiveBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("selective")
        .asks("What does a message cost that is received before many that were refused?")
        .unit("ns per message received")
        .entry("1k", Entry.HEDDLE, setting -> behind(1_000, setting))
        .entry("10k", Entry.HEDDLE, setting -> behind(10_000, setting))
        .entry("100k", Entry.HEDDLE, setting -> behind(100_000, setting))
        .build();
  }

  private static Program behind(int refused, Setting setting) {
    Selection selection =
        new Selection(setting.scale().size(TINY, refused), setting.scale().size(TINY, NUMBERS));
    Heddle runtime = TimedProgram.startHeddle(setting);
    return new TimedProgram(selection, selection.setUp(runtime), runtime::close);
  }
}
