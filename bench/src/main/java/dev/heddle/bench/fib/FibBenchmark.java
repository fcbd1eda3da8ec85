package dev.heddle.bench.fib;

import static dev.heddle.bench.Entry.DIVIDE;
import static dev.heddle.bench.Entry.FORK_JOIN_POOL;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.PLAIN_CALL;
import static dev.heddle.bench.child.TimedProgram.onForkJoinPool;
import static dev.heddle.bench.child.TimedProgram.onHeddle;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.foreign.Language;

/** {@code fib}: each contender's fast form against the other's, and each one's comfortable form. */
public final class FibBenchmark {
  private static final int TINY = 12;
  private static final int N = 30;

  private FibBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("fib")
        .asks("What does a spawn cost, if tasks do nothing but spawn and join?")
        .unit("ns per spawn")
        .unit(DIVIDE, "ns per addition")
        .entry("task", HEDDLE, s -> onHeddle(s, fib(s), h -> FibTask.run(h, n(s))))
        .entry("task", FORK_JOIN_POOL, s -> onForkJoinPool(s, fib(s), p -> FibAction.run(p, n(s))))
        .entry("task", Language.ONE_TBB)
        .entry("task", PLAIN_CALL, s -> onPlainThreads(fib(s), () -> Fib.call(n(s))))
        .entry("scope", HEDDLE, s -> onHeddle(s, fib(s), h -> FibScope.run(h, n(s))))
        .entry(
            "scope",
            FORK_JOIN_POOL,
            s -> onForkJoinPool(s, fib(s), p -> FibRecursiveTask.run(p, n(s))))
        .entry(DIVIDE, HEDDLE, s -> onHeddle(s, fib(s), h -> FibDivision.run(h, n(s))))
        .entry(
            DIVIDE,
            FORK_JOIN_POOL,
            s -> onForkJoinPool(s, fib(s), p -> FibDivisionAction.run(p, n(s))))
        .entry(DIVIDE, PLAIN_CALL, s -> onPlainThreads(fib(s), () -> Fib.call(n(s))))
        .build();
  }

  private static int n(Setting setting) {
    return setting.scale().size(TINY, N);
  }

  private static Fib fib(Setting setting) {
    return new Fib(n(setting));
  }
}
