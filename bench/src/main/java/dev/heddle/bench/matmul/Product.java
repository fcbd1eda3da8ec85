package dev.heddle.bench.matmul;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Workload;
import java.util.Arrays;

/**
 * The product of two square matrices, row by row in one array each. All elements are small whole
 * numbers, so that the result is exact in whichever order it is summed up.
 */
final class Product extends Workload {
  /** Blocks of this size are not split any further. */
  static final int CUT_OFF = 16;

  private static final int REPEATS = 1;

  final int size;
  final double[] a;
  final double[] b;
  final double[] c;
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
    c = new double[size * size];
    probe = new double[size];
    Arrays.setAll(probe, i -> i % 5 + 1);
    expected = times(a, times(b, probe));
  }

  private static double[] filled(int size, int byRow, int byColumn, int modulus) {
    double[] matrix = new double[size * size];
    Arrays.setAll(matrix, i -> (i / size * byRow + i % size * byColumn) % modulus);
    return matrix;
  }

  private double[] times(double[] matrix, double[] vector) {
    double[] result = new double[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        result[i] += matrix[i * size + j] * vector[j];
      }
    }
    return result;
  }

  /** Adds to the block of C at {@code atC} the product of the blocks of A and B. */
  void addLeaf(int atA, int atB, int atC, int block) {
    for (int i = 0; i < block; i++) {
      int rowC = atC + i * size;
      for (int k = 0; k < block; k++) {
        double factor = a[atA + i * size + k];
        int rowB = atB + k * size;
        for (int j = 0; j < block; j++) {
          c[rowC + j] += factor * b[rowB + j];
        }
      }
    }
  }

  /** All of it, by plain calls. */
  long run() {
    add(0, 0, 0, size);
    return 0;
  }

  private void add(int atA, int atB, int atC, int block) {
    if (block <= CUT_OFF) {
      addLeaf(atA, atB, atC, block);
    } else {
      int right = block / 2;
      int down = right * size;
      addQuarters(atA, atA + down, atB, atB + right, atC, right);
      addQuarters(atA + right, atA + down + right, atB + down, atB + down + right, atC, right);
    }
  }

  private void addQuarters(int upperA, int lowerA, int leftB, int rightB, int atC, int right) {
    int down = right * size;
    add(upperA, leftB, atC, right);
    add(upperA, rightB, atC + right, right);
    add(lowerA, leftB, atC + down, right);
    add(lowerA, rightB, atC + down + right, right);
  }

  @Override
  protected void prepare() {
    Arrays.fill(c, 0);
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
