package dev.heddle.bench.nqueens;

import dev.heddle.bench.child.Workload;

/**
 * In how many ways {@code n} queens fit on a board of n × n. A node of the search is a row with the
 * squares that the queens above attack, as three bit sets.
 */
final class Queens extends Workload {
  private static final int REPEATS = 9;
  private static final long[] SOLUTIONS = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200};

  final int n;

  Queens(int n) {
    super((double) nodes(all(n), 0, 0, 0), REPEATS);
    this.n = n;
  }

  /** A board's full row. */
  static int all(int n) {
    return (1 << n) - 1;
  }

  /** The nodes at and below one: how often the contenders' code runs. */
  static long nodes(int all, int columns, int left, int right) {
    long sum = 1;
    int free = all & ~(columns | left | right);
    while (free != 0) {
      int square = free & -free;
      free ^= square;
      sum += nodes(all, columns | square, (left | square) << 1, (right | square) >> 1);
    }
    return sum;
  }

  /** The solutions at and below a node, by plain calls. */
  static long solutions(int all, int columns, int left, int right) {
    if (columns == all) {
      return 1;
    }
    long sum = 0;
    int free = all & ~(columns | left | right);
    while (free != 0) {
      int square = free & -free;
      free ^= square;
      sum += solutions(all, columns | square, (left | square) << 1, (right | square) >> 1);
    }
    return sum;
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of solutions for " + n + " queens", SOLUTIONS[n], result);
  }
}
