package dev.heddle.bench.nqueens;

import dev.heddle.Heddle;
import dev.heddle.task.Parallel;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle, as a method that spawns only what others could make use of. */
final class QueensDivision extends Task {
  private final int all;
  private final int columns;
  private final int left;
  private final int right;
  private final @Nullable QueensDivision older;
  private long solutions;

  private QueensDivision(
      int all, int columns, int left, int right, @Nullable QueensDivision older) {
    this.all = all;
    this.columns = columns;
    this.left = left;
    this.right = right;
    this.older = older;
  }

  static long run(Heddle heddle, int n) {
    return heddle.invoke(() -> solutions(Queens.all(n), 0, 0, 0));
  }

  private static long solutions(int all, int columns, int left, int right) {
    if (columns == all) {
      return 1;
    }
    long sum = 0;
    QueensDivision spawned = null;
    int free = all & ~(columns | left | right);
    while (free != 0) {
      int square = free & -free;
      free ^= square;
      if (free == 0 || !Parallel.isWorthwhile()) {
        sum += solutions(all, columns | square, (left | square) << 1, (right | square) >> 1);
      } else {
        spawned =
            new QueensDivision(
                all, columns | square, (left | square) << 1, (right | square) >> 1, spawned);
        spawned.spawn();
      }
    }
    for (; spawned != null; spawned = spawned.older) {
      spawned.join();
      sum += spawned.solutions;
    }
    return sum;
  }

  @Override
  protected @Nullable Task execute() {
    solutions = solutions(all, columns, left, right);
    return null;
  }
}
