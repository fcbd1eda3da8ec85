package dev.heddle.bench.matmul;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Workload;
import java.util.Arrays;

/**
 * The product of two square matrices. All elements are small whole numbers, so that the result is
 * exact in whichever order it is summed up.
 *
 * <p>Each row is an array of its own, so that what a loop writes stands at the same index as what
 * it reads: only then may the JIT compiler take several elements at once, as it does not know that
 * the arrays differ.
 */
final class Product extends Workload {
  /** Blocks of this size are not split any further. */
  static final int CUT_OFF = 64;

  /** So many rows of B are multiplied in one pass over a row of C. */
  private static final int ROWS_AT_ONCE = 4;

  private static final int REPEATS = 1;

  final int size;
  private final double[][] a;
  private final double[][] b;
  private final double[][] c;
  private final double[] probe;
  private final double[] expected;

  /**
   * @param size {@link #CUT_OFF} times a power of two
   */
  Product(int size) {
    super(2.0 * size * size * size / 1_000, REPEATS);
    this.size = size;
    a = filled(size, 3, 7, 11);
    b = filled(size, 5, 2, 13);
    c = new double[size][size];
    probe = new double[size];
    Arrays.setAll(probe, i -> i % 5 + 1);
    expected = times(a, times(b, probe));
  }

  private static double[][] filled(int size, int byRow, int byColumn, int modulus) {
    double[][] matrix = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        matrix[i][j] = (i * byRow + j * byColumn) % modulus;
      }
    }
    return matrix;
  }

  private double[] times(double[][] matrix, double[] vector) {
    double[] result = new double[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        result[i] += matrix[i][j] * vector[j];
      }
    }
    return result;
  }

  /**
   * Adds to a block of C, at {@code row} and {@code column}, the product of the block of A at
   * {@code row} and {@code inner} and the one of B at {@code inner} and {@code column}.
   */
  void addLeaf(int row, int inner, int column, int block) {
    int end = column + block;
    for (int i = row; i < row + block; i++) {
      double[] sums = c[i];
      double[] left = a[i];
      for (int k = inner; k < inner + block; k += ROWS_AT_ONCE) {
        double factor0 = left[k];
        double factor1 = left[k + 1];
        double factor2 = left[k + 2];
        double factor3 = left[k + 3];
        double[] right0 = b[k];
        double[] right1 = b[k + 1];
        double[] right2 = b[k + 2];
        double[] right3 = b[k + 3];
        for (int j = column; j < end; j++) {
          sums[j] +=
              factor0 * right0[j] + factor1 * right1[j] + factor2 * right2[j] + factor3 * right3[j];
        }
      }
    }
  }

  /** All of it, by plain calls. */
  long run() {
    add(0, 0, 0, size);
    return 0;
  }

  private void add(int row, int inner, int column, int block) {
    if (block <= CUT_OFF) {
      addLeaf(row, inner, column, block);
    } else {
      int half = block / 2;
      addQuarters(row, inner, column, half);
      addQuarters(row, inner + half, column, half);
    }
  }

  private void addQuarters(int row, int inner, int column, int half) {
    add(row, inner, column, half);
    add(row, inner, column + half, half);
    add(row + half, inner, column, half);
    add(row + half, inner, column + half, half);
  }

  @Override
  protected void prepare() {
    for (double[] row : c) {
      Arrays.fill(row, 0);
    }
  }

  /** A·B·x, computed from the product, must be A·(B·x). */
  @Override
  protected void check(long result) {
    int wrong = Arrays.mismatch(expected, times(c, probe));
    if (wrong >= 0) {
      throw new BenchmarkFailure("wrong result: the product is wrong in row " + wrong);
    }
  }
}
