package dev.heddle.bench.sleepers;

import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.bench.foreign.Language;
import dev.heddle.fiber.Fiber;

/** {@code sleepers}: the variants are what is measured of a million that sleep for a second. */
public final class SleepersBenchmark {
  private static final String TIME = "time";
  private static final String BYTES = "bytes";
  private static final int FULL_ROUNDS = 9;
  private static final int BOOK_ROUNDS = 5;
  private static final int HEAP = 3072;

  private SleepersBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("sleepers")
        .asks("What do a million fibers cost that sleep for a second at the same time?")
        .unit(TIME, "ms beyond 1 s")
        .unit(BYTES, "bytes per fiber")
        .fullRounds(FULL_ROUNDS)
        .bookRounds(BOOK_ROUNDS)
        .heapMegabytes(HEAP)
        .entry(TIME, HEDDLE, setting -> heddle(setting, false))
        .entry(TIME, VIRTUAL_THREADS, setting -> virtualThreads(setting, false))
        .entry(TIME, KOTLIN, SleepersBenchmark::kotlin)
        .entry(TIME, Language.GO)
        .entry(BYTES, HEDDLE, setting -> heddle(setting, true))
        .entry(BYTES, VIRTUAL_THREADS, setting -> virtualThreads(setting, true))
        .build();
  }

  private static Program heddle(Setting setting, boolean bytes) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    return new SleepersProgram(
        setting,
        bytes,
        Fiber::sleep,
        sleepers -> heddle.fiber(() -> startFibers(heddle, sleepers)),
        heddle::close);
  }

  private static void startFibers(Heddle heddle, Sleepers sleepers) {
    for (int i = 0; i < sleepers.count; i++) {
      int number = i;
      heddle.fiber(() -> sleepers.run(number));
    }
  }

  private static Program virtualThreads(Setting setting, boolean bytes) {
    return new SleepersProgram(
        setting,
        bytes,
        Thread::sleep,
        sleepers -> Thread.startVirtualThread(() -> startVirtualThreads(sleepers)),
        () -> {});
  }

  private static Program kotlin(Setting setting) {
    return new SleepersProgram(setting, false, Thread::sleep, KotlinSleepers::startAll, () -> {});
  }

  private static void startVirtualThreads(Sleepers sleepers) {
    for (int i = 0; i < sleepers.count; i++) {
      int number = i;
      Thread.startVirtualThread(() -> sleepers.run(number));
    }
  }
}
