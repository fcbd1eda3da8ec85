package dev.heddle.bench.uts;

import dev.heddle.Heddle;
import dev.heddle.task.Parallel;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle, as a method that spawns only what others could make use of. */
final class TreeDivision extends Task {
  private final long node;
  private final @Nullable TreeDivision older;
  private long nodes;

  private TreeDivision(long node, @Nullable TreeDivision older) {
    this.node = node;
    this.older = older;
  }

  static long run(Heddle heddle, int rootChildren) {
    return heddle.invoke(
        () -> {
          long sum = 1;
          TreeDivision spawned = null;
          for (int i = 0; i < rootChildren; i++) {
            long child = Tree.rootChild(i);
            if (Parallel.isWorthwhile()) {
              spawned = new TreeDivision(child, spawned);
              spawned.spawn();
            } else {
              sum += count(child);
            }
          }
          return sum + joinAll(spawned);
        });
  }

  private static long count(long node) {
    long sum = 1;
    TreeDivision spawned = null;
    int children = Tree.children(node);
    for (int i = 0; i < children; i++) {
      long child = Tree.child(node, i);
      if (i < children - 1 && Parallel.isWorthwhile()) {
        spawned = new TreeDivision(child, spawned);
        spawned.spawn();
      } else {
        sum += count(child);
      }
    }
    return sum + joinAll(spawned);
  }

  private static long joinAll(@Nullable TreeDivision newest) {
    long sum = 0;
    for (TreeDivision child = newest; child != null; child = child.older) {
      child.join();
      sum += child.nodes;
    }
    return sum;
  }

  @Override
  protected @Nullable Task execute() {
    nodes = count(node);
    return null;
  }
}
