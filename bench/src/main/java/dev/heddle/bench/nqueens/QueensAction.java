package dev.heddle.bench.nqueens;

import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import org.jspecify.annotations.Nullable;

/** On a ForkJoinPool. */
final class QueensAction extends RecursiveAction {
  @Serial private static final long serialVersionUID = 1L;

  private final int all;
  private final int columns;
  private final int left;
  private final int right;
  private final @Nullable QueensAction older;
  private long solutions;

  private QueensAction(int all, int columns, int left, int right, @Nullable QueensAction older) {
    this.all = all;
    this.columns = columns;
    this.left = left;
    this.right = right;
    this.older = older;
  }

  static long run(ForkJoinPool pool, int n) {
    QueensAction root = new QueensAction(Queens.all(n), 0, 0, 0, null);
    pool.invoke(root);
    return root.solutions;
  }

  @Override
  protected void compute() {
    if (columns == all) {
      solutions = 1;
      return;
    }
    long sum = 0;
    QueensAction forked = null;
    int free = all & ~(columns | left | right);
    while (free != 0) {
      int square = free & -free;
      free ^= square;
      QueensAction child =
          new QueensAction(
              all, columns | square, (left | square) << 1, (right | square) >> 1, forked);
      if (free == 0) {
        child.compute();
        sum += child.solutions;
      } else {
        child.fork();
        forked = child;
      }
    }
    for (; forked != null; forked = forked.older) {
      forked.join();
      sum += forked.solutions;
    }
    solutions = sum;
  }
}
