package dev.heddle.bench.uts;

import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import org.jspecify.annotations.Nullable;

/** On a ForkJoinPool. */
final class TreeAction extends RecursiveAction {
  @Serial private static final long serialVersionUID = 1L;

  private final long node;
  private final @Nullable TreeAction older;
  private long nodes;

  private TreeAction(long node, @Nullable TreeAction older) {
    this.node = node;
    this.older = older;
  }

  static long run(ForkJoinPool pool, int rootChildren) {
    return pool.invoke(
        ForkJoinTask.adapt(
            () -> {
              TreeAction forked = null;
              for (int i = 0; i < rootChildren; i++) {
                TreeAction child = new TreeAction(Tree.rootChild(i), forked);
                child.fork();
                forked = child;
              }
              return 1 + joinAll(forked);
            }));
  }

  @Override
  protected void compute() {
    int children = Tree.children(node);
    if (children == 0) {
      nodes = 1;
      return;
    }
    TreeAction forked = null;
    for (int i = 0; i < children - 1; i++) {
      TreeAction child = new TreeAction(Tree.child(node, i), forked);
      child.fork();
      forked = child;
    }
    TreeAction last = new TreeAction(Tree.child(node, children - 1), null);
    last.compute();
    nodes = 1 + last.nodes + joinAll(forked);
  }

  private static long joinAll(@Nullable TreeAction newest) {
    long sum = 0;
    for (TreeAction child = newest; child != null; child = child.older) {
      child.join();
      sum += child.nodes;
    }
    return sum;
  }
}
