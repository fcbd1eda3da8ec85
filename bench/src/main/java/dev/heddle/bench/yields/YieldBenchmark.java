package dev.heddle.bench.yields;

import static dev.heddle.bench.Entry.CONTINUATION;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.RawContinuation;
import dev.heddle.fiber.Fiber;
import java.util.function.ToIntFunction;

/** {@code yield}: the variants are how many fibers there are. */
public final class YieldBenchmark {
  private static final int TINY = 10_000;
  private static final int YIELDS = 1_000_000;
  private static final int MANY = 100;

  private YieldBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("yield")
            .asks("What does it cost that a fiber lets others run?")
            .unit("ns per yield");
    addVariant(description, "2-a-worker", setting -> 2 * setting.workers());
    addVariant(description, MANY + "-fibers", _ -> MANY);
    return description.build();
  }

  private static void addVariant(
      Benchmark.Description description, String variant, ToIntFunction<Setting> fibers) {
    description
        .entry(variant, HEDDLE, s -> yielders(s, fibers, Fiber::yield).onHeddle(s))
        .entry(variant, VIRTUAL_THREADS, s -> yielders(s, fibers, Thread::yield).onVirtualThreads())
        .entry(variant, CONTINUATION, s -> continuations(s, fibers));
  }

  private static Yielders yielders(Setting setting, ToIntFunction<Setting> fibers, Runnable yield) {
    int count = fibers.applyAsInt(setting);
    return new Yielders(count, setting.scale().size(TINY, YIELDS), yield);
  }

  private static Program continuations(Setting setting, ToIntFunction<Setting> fibers) {
    Yielders yielders = yielders(setting, fibers, RawContinuation::suspend);
    return onPlainThreads(yielders, () -> YieldingContinuations.run(yielders, setting.workers()));
  }
}
