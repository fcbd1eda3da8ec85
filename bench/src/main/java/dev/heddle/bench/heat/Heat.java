package dev.heddle.bench.heat;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Workload;
import java.util.Arrays;

/**
 * How heat spreads on a plate whose rim is cold, in steps of time. It begins as a standing wave,
 * which fades by the same factor in each step, so the end is known.
 *
 * <p>Each row is an array of its own, and its neighbours are moved by one before they are added: so
 * what the loop writes stands at the same index as all that it reads. Only then may the JIT
 * compiler take several cells at once, as it does not know that the arrays differ.
 */
final class Heat extends Workload {
  /** So few rows are not split any further. */
  static final int CUT_OFF = 8;

  private static final int REPEATS = 1;
  private static final double SPREAD = 0.2;
  private static final int WAVES_DOWN = 30;
  private static final int WAVES_ACROSS = 20;
  private static final double TOLERANCE = 1e-9;

  final int rows;
  final int steps;
  private final int columns;
  private final double[][] start;
  private final double fading;
  private double[][] now;
  private double[][] next;

  Heat(int rows, int columns, int steps) {
    super((double) (rows - 2) * (columns - 2) * steps / 1_000, REPEATS);
    this.rows = rows;
    this.columns = columns;
    this.steps = steps;
    double down = Math.PI * WAVES_DOWN / (rows - 1);
    double across = Math.PI * WAVES_ACROSS / (columns - 1);
    fading = 1 - 2 * SPREAD * (2 - Math.cos(down) - Math.cos(across));
    start = new double[rows][columns];
    for (int i = 1; i < rows - 1; i++) {
      for (int j = 1; j < columns - 1; j++) {
        start[i][j] = Math.sin(down * i) * Math.sin(across * j);
      }
    }
    now = new double[rows][columns];
    next = new double[rows][columns];
  }

  /** One step of time for the rows {@code [from, to)}. */
  void stepLeaf(int from, int to) {
    double[] left = new double[columns];
    for (int i = from; i < to; i++) {
      double[] above = now[i - 1];
      double[] row = now[i];
      double[] below = now[i + 1];
      double[] fresh = next[i];
      System.arraycopy(row, 0, left, 1, columns - 1);
      System.arraycopy(row, 2, fresh, 1, columns - 2); // what is right of each; the rim stays cold
      for (int j = 1; j < columns - 1; j++) {
        double here = row[j];
        fresh[j] =
            here
                + SPREAD * (above[j] - 2 * here + below[j])
                + SPREAD * (left[j] - 2 * here + fresh[j]);
      }
    }
  }

  /** After a step: what is next is now. */
  void advance() {
    double[][] past = now;
    now = next;
    next = past;
  }

  /** All of it, by plain calls. */
  long run() {
    for (int i = 0; i < steps; i++) {
      step(1, rows - 1);
      advance();
    }
    return steps;
  }

  private void step(int from, int to) {
    if (to - from <= CUT_OFF) {
      stepLeaf(from, to);
    } else {
      int middle = (from + to) >>> 1;
      step(from, middle);
      step(middle, to);
    }
  }

  @Override
  protected void prepare() {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(start[i], 0, now[i], 0, columns);
      Arrays.fill(next[i], 0);
    }
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of steps", steps, result);
    double left = Math.pow(fading, steps);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double expected = left * start[i][j];
        if (!(Math.abs(now[i][j] - expected) <= TOLERANCE)) { // so that NaN is wrong too
          throw new BenchmarkFailure(
              "wrong result: %g in row %d, column %d, should be %g"
                  .formatted(now[i][j], i, j, expected));
        }
      }
    }
  }
}
