package dev.heddle.bench.strassen;

/**
 * A square matrix. Each row is an array of its own, so that what a loop writes stands at the same
 * index as what it reads: only then may the JIT compiler take several elements at once, as it does
 * not know that the arrays differ. For the same reason a quarter is a copy.
 */
final class Block {
  /** So many rows of the right factor are multiplied in one pass over a row of the product. */
  private static final int ROWS_AT_ONCE = 4;

  private final double[][] rows;

  private Block(double[][] rows) {
    this.rows = rows;
  }

  static Block zeros(int size) {
    return new Block(new double[size][size]);
  }

  int size() {
    return rows.length;
  }

  double[] row(int i) {
    return rows[i];
  }

  /** A copy of one of the four quarters. */
  Block quarter(int row, int column) {
    int half = size() / 2;
    Block quarter = zeros(half);
    for (int i = 0; i < half; i++) {
      System.arraycopy(rows[row * half + i], column * half, quarter.rows[i], 0, half);
    }
    return quarter;
  }

  /** A new one: {@code this + sign · other}. */
  Block plus(int sign, Block other) {
    Block sum = zeros(size());
    for (int i = 0; i < size(); i++) {
      double[] to = sum.rows[i];
      double[] x = rows[i];
      double[] y = other.rows[i];
      for (int j = 0; j < to.length; j++) {
        to[j] = x[j] + sign * y[j];
      }
    }
    return sum;
  }

  /** Sets one of the four quarters to {@code x + y}. */
  void setQuarter(int row, int column, Block x, Block y) {
    double[] sum = new double[x.size()];
    for (int i = 0; i < sum.length; i++) {
      double[] inX = x.rows[i];
      double[] inY = y.rows[i];
      for (int j = 0; j < sum.length; j++) {
        sum[j] = inX[j] + inY[j];
      }
      System.arraycopy(sum, 0, rows[row * sum.length + i], column * sum.length, sum.length);
    }
  }

  /** Sets one of the four quarters to {@code a + b - c + d}. */
  void setQuarter(int row, int column, Block a, Block b, Block c, Block d) {
    double[] sum = new double[a.size()];
    for (int i = 0; i < sum.length; i++) {
      double[] inA = a.rows[i];
      double[] inB = b.rows[i];
      double[] inC = c.rows[i];
      double[] inD = d.rows[i];
      for (int j = 0; j < sum.length; j++) {
        sum[j] = inA[j] + inB[j] - inC[j] + inD[j];
      }
      System.arraycopy(sum, 0, rows[row * sum.length + i], column * sum.length, sum.length);
    }
  }

  /** Adds {@code a · b}, by the definition. */
  void addProduct(Block a, Block b) {
    for (int i = 0; i < size(); i++) {
      double[] sums = rows[i];
      double[] left = a.rows[i];
      for (int k = 0; k < left.length; k += ROWS_AT_ONCE) {
        double factor0 = left[k];
        double factor1 = left[k + 1];
        double factor2 = left[k + 2];
        double factor3 = left[k + 3];
        double[] right0 = b.rows[k];
        double[] right1 = b.rows[k + 1];
        double[] right2 = b.rows[k + 2];
        double[] right3 = b.rows[k + 3];
        for (int j = 0; j < sums.length; j++) {
          sums[j] +=
              factor0 * right0[j] + factor1 * right1[j] + factor2 * right2[j] + factor3 * right3[j];
        }
      }
    }
  }
}
