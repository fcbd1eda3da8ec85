package dev.heddle.bench.mayblock;

import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;
import static dev.heddle.bench.child.TimedProgram.onHeddle;
import static dev.heddle.bench.child.TimedProgram.onKotlin;
import static dev.heddle.bench.child.TimedProgram.onVirtualThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.foreign.Language;

/** {@code mayblock}: the variants are how many of the items sleep. */
public final class MayBlockBenchmark {
  private static final int TINY = 2_000;
  private static final int COUNT = 1_000_000;
  private static final int HEAP = 2048;

  private MayBlockBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("mayblock")
            .asks("What does a task cost that may block, if 0, 1 or 10 % sleep for 1 ms?")
            .unit("ns per task")
            .heapMegabytes(HEAP);
    for (int percent : new int[] {0, 1, 10}) {
      description
          .entry(percent + "%", HEDDLE, setting -> heddle(setting, percent))
          .entry(percent + "%", VIRTUAL_THREADS, setting -> virtualThreads(setting, percent))
          .entry(percent + "%", KOTLIN, setting -> kotlin(setting, percent))
          .entry(percent + "%", Language.GO);
    }
    return description.build();
  }

  private static Items items(Setting setting, int percent) {
    return new Items(setting.scale().size(TINY, COUNT), percent);
  }

  private static Program heddle(Setting setting, int percent) {
    Items items = items(setting, percent);
    return onHeddle(setting, items, heddle -> ItemTask.run(heddle, items));
  }

  private static Program virtualThreads(Setting setting, int percent) {
    Items items = items(setting, percent);
    return onVirtualThreads(items, () -> ItemThread.run(items));
  }

  private static Program kotlin(Setting setting, int percent) {
    Items items = items(setting, percent);
    return onKotlin(items, () -> KotlinItems.run(items));
  }
}
