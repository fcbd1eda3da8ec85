package dev.heddle.bench.nqueens;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class QueensTask extends Task {
  private final int all;
  private final int columns;
  private final int left;
  private final int right;
  private final @Nullable QueensTask older;
  private long solutions;

  private QueensTask(int all, int columns, int left, int right, @Nullable QueensTask older) {
    this.all = all;
    this.columns = columns;
    this.left = left;
    this.right = right;
    this.older = older;
  }

  static long run(Heddle heddle, int n) {
    QueensTask root = new QueensTask(Queens.all(n), 0, 0, 0, null);
    heddle.invoke(root);
    return root.solutions;
  }

  @Override
  protected @Nullable Task execute() {
    if (columns == all) {
      solutions = 1;
      return null;
    }
    long sum = 0;
    QueensTask spawned = null;
    int free = all & ~(columns | left | right);
    while (free != 0) {
      int square = free & -free;
      free ^= square;
      QueensTask child =
          new QueensTask(
              all, columns | square, (left | square) << 1, (right | square) >> 1, spawned);
      if (free == 0) {
        child.execute();
        sum += child.solutions;
      } else {
        child.spawn();
        spawned = child;
      }
    }
    for (; spawned != null; spawned = spawned.older) {
      spawned.join();
      sum += spawned.solutions;
    }
    solutions = sum;
    return null;
  }
}
