package dev.heddle.bench.savina.recmatmul;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A product of matrices, by eight products of matrices half as large, down to small ones. */
final class RecursiveProduct extends StagedWork {
  private static final int REPEATS = 1;
  private static final int WORKERS = 20;
  private static final int PARTS = 8;
  private static final double KILO = 1000;
  private static final Object DONE = "done";
  private static final Object STOP = "stop";

  private final int length;
  private final int smallest;
  private final double[][] a;
  private final double[][] b;
  private final double[][] c;

  /**
   * @param length of the matrices' sides
   * @param smallest length of the sides that is not divided any more
   */
  RecursiveProduct(int length, int smallest) {
    super(2.0 * length * length * length / KILO, REPEATS);
    this.length = length;
    this.smallest = smallest;
    a = new double[length][length];
    b = new double[length][length];
    c = new double[length][length];
    for (int i = 0; i < length; i++) {
      for (int j = 0; j < length; j++) {
        a[i][j] = i;
        b[i][j] = j;
      }
    }
  }

  @Override
  protected <R> Actor<R> opening() {
    return new Master<>(this);
  }

  @Override
  protected void prepare() {
    super.prepare();
    for (double[] row : c) {
      Arrays.fill(row, 0);
    }
  }

  @Override
  protected void check(long result) {
    int expected = 1;
    int level = 1;
    for (int size = length; size > smallest; size /= 2) {
      level *= PARTS;
      expected += level;
    }
    checkResult("the number of products", expected, result);
    for (int i = 0; i < length; i++) {
      for (int j = 0; j < length; j++) {
        checkEqual("an element", (long) length * i * j, (long) c[i][j]);
      }
    }
  }

  /** Adds the product of two blocks to a third. Only one worker at a time has that one. */
  private void multiply(Part part) {
    for (int i = 0; i < part.size; i++) {
      double[] sums = c[part.row + i];
      double[] left = a[part.row + i];
      for (int k = 0; k < part.size; k++) {
        double factor = left[part.inner + k];
        double[] right = b[part.inner + k];
        for (int j = part.column; j < part.column + part.size; j++) {
          sums[j] += factor * right[j];
        }
      }
    }
  }

  /** The block at {@code row} and {@code inner} times the one at {@code inner} and column. */
  private record Part(int row, int inner, int column, int size) {}

  private static final class Master<R> extends Actor<R> {
    private final RecursiveProduct work;
    private final List<R> workers = new ArrayList<>(WORKERS);
    private int sent;
    private int done;
    private int stopped;

    Master(RecursiveProduct work) {
      this.work = work;
    }

    @Override
    protected void start(Stage<R> stage) {
      for (int i = 0; i < WORKERS; i++) {
        workers.add(stage.spawnChild(new Worker<>(work, stage.address())));
      }
      share(new Part(0, 0, 0, work.length), stage);
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message instanceof Part part) {
        share(part, stage);
      } else if (message == DONE) {
        if (++done == sent) {
          workers.forEach(worker -> stage.send(worker, STOP));
        }
      } else if (++stopped == WORKERS) {
        stage.stop();
        work.finish().arrive(done);
      }
    }

    /** All products for the same block of the result go to the same worker. */
    private void share(Part part, Stage<R> stage) {
      sent++;
      stage.send(workers.get((part.row + part.column) % WORKERS), part);
    }
  }

  private static final class Worker<R> extends Actor<R> {
    private final RecursiveProduct work;
    private final R master;

    Worker(RecursiveProduct work, R master) {
      this.work = work;
      this.master = master;
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message instanceof Part part) {
        if (part.size > work.smallest) {
          divide(part, stage);
        } else {
          work.multiply(part);
        }
        stage.send(master, DONE);
      } else {
        stage.send(master, STOP);
        stage.stop();
      }
    }

    private void divide(Part part, Stage<R> stage) {
      int half = part.size / 2;
      for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
          for (int k = 0; k < 2; k++) {
            int row = part.row + i * half;
            int inner = part.inner + k * half;
            stage.send(master, new Part(row, inner, part.column + j * half, half));
          }
        }
      }
    }
  }
}
