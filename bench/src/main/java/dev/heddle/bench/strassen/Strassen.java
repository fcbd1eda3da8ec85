package dev.heddle.bench.strassen;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Workload;
import java.util.Arrays;

/**
 * The product of two square matrices by Strassen's way. All elements are small whole numbers, so
 * that the result is exact in whichever order it is summed up.
 */
final class Strassen extends Workload {
  private static final int REPEATS = 1;

  private final int size;
  private final Block a;
  private final Block b;
  private final Block c;
  private final double[] probe;
  private final double[] expected;

  /**
   * @param size {@link Multiplication#CUT_OFF} times a power of two
   */
  Strassen(int size) {
    super((double) size * size, REPEATS);
    this.size = size;
    a = filled(size, 3, 7, 11);
    b = filled(size, 5, 2, 13);
    c = Block.zeros(size);
    probe = new double[size];
    Arrays.setAll(probe, i -> i % 5 + 1);
    expected = times(a, times(b, probe));
  }

  /** What is to be done. */
  Multiplication whole() {
    return new Multiplication(Factor.of(a), Factor.of(b), c);
  }

  /** All of it, by plain calls. */
  long run() {
    whole().multiply();
    return 0;
  }

  private static Block filled(int size, int byRow, int byColumn, int modulus) {
    Block block = Block.zeros(size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        block.row(i)[j] = (i * byRow + j * byColumn) % modulus;
      }
    }
    return block;
  }

  private double[] times(Block block, double[] vector) {
    double[] result = new double[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        result[i] += block.row(i)[j] * vector[j];
      }
    }
    return result;
  }

  @Override
  protected void prepare() {
    for (int i = 0; i < size; i++) {
      Arrays.fill(c.row(i), 0);
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
