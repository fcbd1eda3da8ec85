package dev.heddle.bench.heat;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Workload;
import java.util.Arrays;

/**
 * How heat spreads on a plate whose rim is cold, in steps of time. It begins as a standing wave,
 * which fades by the same factor in each step, so the end is known.
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
  private final double[] start;
  private final double fading;
  private double[] now;
  private double[] next;

  Heat(int rows, int columns, int steps) {
    super((double) (rows - 2) * (columns - 2) * steps / 1_000, REPEATS);
    this.rows = rows;
    this.columns = columns;
    this.steps = steps;
    double down = Math.PI * WAVES_DOWN / (rows - 1);
    double across = Math.PI * WAVES_ACROSS / (columns - 1);
    fading = 1 - 2 * SPREAD * (2 - Math.cos(down) - Math.cos(across));
    start = new double[rows * columns];
    for (int i = 1; i < rows - 1; i++) {
      for (int j = 1; j < columns - 1; j++) {
        start[i * columns + j] = Math.sin(down * i) * Math.sin(across * j);
      }
    }
    now = start.clone();
    next = new double[start.length];
  }

  /** One step of time for the rows {@code [from, to)}. */
  void stepLeaf(int from, int to) {
    double[] old = now;
    double[] fresh = next;
    for (int i = from; i < to; i++) {
      int row = i * columns;
      int above = row - columns;
      int below = row + columns;
      for (int j = 1; j < columns - 1; j++) {
        double here = old[row + j];
        fresh[row + j] =
            here
                + SPREAD * (old[above + j] - 2 * here + old[below + j])
                + SPREAD * (old[row + j - 1] - 2 * here + old[row + j + 1]);
      }
    }
  }

  /** After a step: what is next is now. */
  void advance() {
    double[] past = now;
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
    System.arraycopy(start, 0, now, 0, start.length);
    Arrays.fill(next, 0);
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of steps", steps, result);
    double left = Math.pow(fading, steps);
    for (int i = 0; i < start.length; i++) {
      if (!(Math.abs(now[i] - left * start[i]) <= TOLERANCE)) { // so that NaN is wrong too
        throw new BenchmarkFailure(
            "wrong result: %g at %d, should be %g".formatted(now[i], i, left * start[i]));
      }
    }
  }
}
