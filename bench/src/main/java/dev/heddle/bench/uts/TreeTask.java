package dev.heddle.bench.uts;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class TreeTask extends Task {
  private final long node;
  private final @Nullable TreeTask older;
  private long nodes;

  private TreeTask(long node, @Nullable TreeTask older) {
    this.node = node;
    this.older = older;
  }

  static long run(Heddle heddle, int rootChildren) {
    return heddle.invoke(
        () -> {
          TreeTask spawned = null;
          for (int i = 0; i < rootChildren; i++) {
            TreeTask child = new TreeTask(Tree.rootChild(i), spawned);
            child.spawn();
            spawned = child;
          }
          return 1 + joinAll(spawned);
        });
  }

  @Override
  protected @Nullable Task execute() {
    int children = Tree.children(node);
    if (children == 0) {
      nodes = 1;
      return null;
    }
    TreeTask spawned = null;
    for (int i = 0; i < children - 1; i++) {
      TreeTask child = new TreeTask(Tree.child(node, i), spawned);
      child.spawn();
      spawned = child;
    }
    TreeTask last = new TreeTask(Tree.child(node, children - 1), null);
    last.execute();
    nodes = 1 + last.nodes + joinAll(spawned);
    return null;
  }

  private static long joinAll(@Nullable TreeTask newest) {
    long sum = 0;
    for (TreeTask child = newest; child != null; child = child.older) {
      child.join();
      sum += child.nodes;
    }
    return sum;
  }
}
