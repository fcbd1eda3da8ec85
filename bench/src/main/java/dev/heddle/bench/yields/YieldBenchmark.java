package dev.heddle.bench.yields;

import static dev.heddle.bench.Entry.CONTINUATION;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;
import static dev.heddle.bench.child.TimedProgram.onKotlin;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.RawContinuation;
import dev.heddle.bench.foreign.Language;
import dev.heddle.fiber.Fiber;

/** {@code yield}: so many fibers that there is somebody to yield to on each worker. */
public final class YieldBenchmark {
  private static final int TINY = 10_000;
  private static final int YIELDS = 1_000_000;
  private static final int FIBERS = 100;

  private YieldBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("yield")
        .asks("What does it cost that a fiber lets others run?")
        .unit("ns per yield")
        .entry(ONLY_VARIANT, HEDDLE, s -> yielders(s, Fiber::yield).onHeddle(s))
        .entry(ONLY_VARIANT, VIRTUAL_THREADS, s -> yielders(s, Thread::yield).onVirtualThreads())
        .entry(ONLY_VARIANT, KOTLIN, YieldBenchmark::kotlin)
        .entry(ONLY_VARIANT, Language.GO)
        .entry(ONLY_VARIANT, CONTINUATION, YieldBenchmark::continuations)
        .build();
  }

  private static Yielders yielders(Setting setting, Runnable yield) {
    return new Yielders(FIBERS, setting.scale().size(TINY, YIELDS), yield);
  }

  private static Program kotlin(Setting setting) {
    Yielders yielders = yielders(setting, Thread::yield); // which nobody calls
    return onKotlin(yielders, () -> KotlinYields.run(yielders));
  }

  private static Program continuations(Setting setting) {
    Yielders yielders = yielders(setting, RawContinuation::suspend);
    return onPlainThreads(yielders, () -> YieldingContinuations.run(yielders, setting.workers()));
  }
}
