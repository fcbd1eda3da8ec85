package dev.heddle.bench.nqueens;

import dev.heddle.bench.child.Surplus;
import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import org.jspecify.annotations.Nullable;

/** On a ForkJoinPool, as a method that forks only what others could make use of. */
final class QueensDivisionAction extends RecursiveAction {
  @Serial private static final long serialVersionUID = 1L;

  private final int all;
  private final int columns;
  private final int left;
  private final int right;
  private final @Nullable QueensDivisionAction older;
  private long solutions;

  private QueensDivisionAction(
      int all, int columns, int left, int right, @Nullable QueensDivisionAction older) {
    this.all = all;
    this.columns = columns;
    this.left = left;
    this.right = right;
    this.older = older;
  }

  static long run(ForkJoinPool pool, int n) {
    QueensDivisionAction root = new QueensDivisionAction(Queens.all(n), 0, 0, 0, null);
    pool.invoke(root);
    return root.solutions;
  }

  private static long solutions(int all, int columns, int left, int right) {
    if (columns == all) {
      return 1;
    }
    long sum = 0;
    QueensDivisionAction forked = null;
    int free = all & ~(columns | left | right);
    while (free != 0) {
      int square = free & -free;
      free ^= square;
      if (free == 0 || Surplus.isThere()) {
        sum += solutions(all, columns | square, (left | square) << 1, (right | square) >> 1);
      } else {
        forked =
            new QueensDivisionAction(
                all, columns | square, (left | square) << 1, (right | square) >> 1, forked);
        forked.fork();
      }
    }
    for (; forked != null; forked = forked.older) {
      forked.join();
      sum += forked.solutions;
    }
    return sum;
  }

  @Override
  protected void compute() {
    solutions = solutions(all, columns, left, right);
  }
}
