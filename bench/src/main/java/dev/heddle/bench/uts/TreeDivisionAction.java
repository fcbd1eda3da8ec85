package dev.heddle.bench.uts;

import dev.heddle.bench.child.Surplus;
import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import org.jspecify.annotations.Nullable;

/** On a ForkJoinPool, as a method that forks only what others could make use of. */
final class TreeDivisionAction extends RecursiveAction {
  @Serial private static final long serialVersionUID = 1L;

  private final long node;
  private final @Nullable TreeDivisionAction older;
  private long nodes;

  private TreeDivisionAction(long node, @Nullable TreeDivisionAction older) {
    this.node = node;
    this.older = older;
  }

  static long run(ForkJoinPool pool, int rootChildren) {
    return pool.invoke(
        ForkJoinTask.adapt(
            () -> {
              long sum = 1;
              TreeDivisionAction forked = null;
              for (int i = 0; i < rootChildren; i++) {
                long child = Tree.rootChild(i);
                if (Surplus.isThere()) {
                  sum += count(child);
                } else {
                  forked = new TreeDivisionAction(child, forked);
                  forked.fork();
                }
              }
              return sum + joinAll(forked);
            }));
  }

  private static long count(long node) {
    long sum = 1;
    TreeDivisionAction forked = null;
    int children = Tree.children(node);
    for (int i = 0; i < children; i++) {
      long child = Tree.child(node, i);
      if (i == children - 1 || Surplus.isThere()) {
        sum += count(child);
      } else {
        forked = new TreeDivisionAction(child, forked);
        forked.fork();
      }
    }
    return sum + joinAll(forked);
  }

  private static long joinAll(@Nullable TreeDivisionAction newest) {
    long sum = 0;
    for (TreeDivisionAction child = newest; child != null; child = child.older) {
      child.join();
      sum += child.nodes;
    }
    return sum;
  }

  @Override
  protected void compute() {
    nodes = count(node);
  }
}
