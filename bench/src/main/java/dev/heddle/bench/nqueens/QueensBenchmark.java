package dev.heddle.bench.nqueens;

import static dev.heddle.bench.Entry.DIVIDE;
import static dev.heddle.bench.Entry.FORK_JOIN_POOL;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.PLAIN_CALL;
import static dev.heddle.bench.child.TimedProgram.onForkJoinPool;
import static dev.heddle.bench.child.TimedProgram.onHeddle;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.foreign.Language;

/** {@code nqueens}: a task for each node, all the way down. */
public final class QueensBenchmark {
  private static final int TINY = 6;
  private static final int N = 12;

  private QueensBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("nqueens")
        .asks("What does a search cost that spawns a few children at each node?")
        .unit("ns per node")
        .entry(ONLY_VARIANT, HEDDLE, s -> onHeddle(s, queens(s), h -> QueensTask.run(h, n(s))))
        .entry(
            ONLY_VARIANT,
            FORK_JOIN_POOL,
            s -> onForkJoinPool(s, queens(s), p -> QueensAction.run(p, n(s))))
        .entry(ONLY_VARIANT, Language.ONE_TBB)
        .entry(
            ONLY_VARIANT,
            PLAIN_CALL,
            s -> onPlainThreads(queens(s), () -> Queens.solutions(Queens.all(n(s)), 0, 0, 0)))
        .entry(DIVIDE, HEDDLE, s -> onHeddle(s, queens(s), h -> QueensDivision.run(h, n(s))))
        .entry(
            DIVIDE,
            FORK_JOIN_POOL,
            s -> onForkJoinPool(s, queens(s), p -> QueensDivisionAction.run(p, n(s))))
        .entry(
            DIVIDE,
            PLAIN_CALL,
            s -> onPlainThreads(queens(s), () -> Queens.solutions(Queens.all(n(s)), 0, 0, 0)))
        .build();
  }

  private static int n(Setting setting) {
    return setting.scale().size(TINY, N);
  }

  private static Queens queens(Setting setting) {
    return new Queens(n(setting));
  }
}
