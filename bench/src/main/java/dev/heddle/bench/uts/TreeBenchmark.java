package dev.heddle.bench.uts;

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
import dev.heddle.bench.child.Program;
import dev.heddle.bench.foreign.Language;

/** {@code uts}: a task for each node of a tree. */
public final class TreeBenchmark {
  private static final int TINY = 10;
  private static final int ROOT_CHILDREN = 6_000;

  private TreeBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("uts")
        .asks("How well is a tree balanced whose shape nobody can foresee?")
        .unit("ns per node")
        .entry(ONLY_VARIANT, HEDDLE, TreeBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, TreeBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, Language.ONE_TBB)
        .entry(ONLY_VARIANT, PLAIN_CALL, TreeBenchmark::plainCall)
        .entry(DIVIDE, HEDDLE, TreeBenchmark::heddleDivides)
        .entry(DIVIDE, FORK_JOIN_POOL, TreeBenchmark::forkJoinPoolDivides)
        .entry(DIVIDE, PLAIN_CALL, TreeBenchmark::plainCall)
        .build();
  }

  private static Tree tree(Setting setting) {
    return new Tree(setting.scale().size(TINY, ROOT_CHILDREN));
  }

  private static Program heddle(Setting setting) {
    Tree tree = tree(setting);
    return onHeddle(setting, tree, heddle -> TreeTask.run(heddle, tree.rootChildren));
  }

  private static Program forkJoinPool(Setting setting) {
    Tree tree = tree(setting);
    return onForkJoinPool(setting, tree, pool -> TreeAction.run(pool, tree.rootChildren));
  }

  private static Program heddleDivides(Setting setting) {
    Tree tree = tree(setting);
    return onHeddle(setting, tree, heddle -> TreeDivision.run(heddle, tree.rootChildren));
  }

  private static Program forkJoinPoolDivides(Setting setting) {
    Tree tree = tree(setting);
    return onForkJoinPool(setting, tree, pool -> TreeDivisionAction.run(pool, tree.rootChildren));
  }

  private static Program plainCall(Setting setting) {
    Tree tree = tree(setting);
    return onPlainThreads(tree, tree::run);
  }
}
