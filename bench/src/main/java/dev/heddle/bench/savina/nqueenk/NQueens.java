package dev.heddle.bench.savina.nqueenk;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Workers place the first queens one by one, by new work for all, and the others themselves. */
final class NQueens extends StagedWork {
  private static final int REPEATS = 3;
  private static final int WORKERS = 20;
  private static final int THRESHOLD = 4;
  private static final Object SOLUTION = "solution";
  private static final Object DONE = "done";
  private static final Object STOP = "stop";

  private final int size;

  NQueens(int size) {
    super((double) count((1 << size) - 1, 0, 0, 0), REPEATS);
    this.size = size;
  }

  /** How many solutions there are, in another way: with the board as bit sets. */
  private static long count(int all, int columns, int left, int right) {
    if (columns == all) {
      return 1;
    }
    long sum = 0;
    for (int free = all & ~(columns | left | right); free != 0; free &= free - 1) {
      int queen = free & -free;
      sum += count(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return sum;
  }

  @Override
  protected <R> Actor<R> opening() {
    return new Master<>(size, this);
  }

  @Override
  protected void check(long result) {
    checkResult("the number of solutions", count((1 << size) - 1, 0, 0, 0), result);
  }

  /** Whether the queen of row {@code last} is safe from those before. */
  private static boolean safe(int[] queens, int last) {
    int column = queens[last];
    for (int i = 0; i < last; i++) {
      int distance = last - i;
      int other = queens[i];
      if (other == column || other == column - distance || other == column + distance) {
        return false;
      }
    }
    return true;
  }

  private static final class Master<R> extends Actor<R> {
    private final int size;
    private final NQueens work;
    private final List<R> workers = new ArrayList<>(WORKERS);
    private int sent;
    private int done;
    private int stopped;
    private long solutions;

    Master(int size, NQueens work) {
      this.size = size;
      this.work = work;
    }

    @Override
    protected void start(Stage<R> stage) {
      for (int i = 0; i < WORKERS; i++) {
        workers.add(stage.spawnChild(new Worker<>(size, stage.address())));
      }
      share(new int[0], stage);
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message == SOLUTION) {
        solutions++;
      } else if (message == DONE) {
        if (++done == sent) {
          workers.forEach(worker -> stage.send(worker, STOP));
        }
      } else if (message instanceof int[]) {
        share(message, stage);
      } else if (++stopped == WORKERS) {
        stage.stop();
        work.finish().arrive(solutions);
      }
    }

    private void share(Object board, Stage<R> stage) {
      stage.send(workers.get(sent % WORKERS), board);
      sent++;
    }
  }

  private static final class Worker<R> extends Actor<R> {
    private final int size;
    private final R master;

    Worker(int size, R master) {
      this.size = size;
      this.master = master;
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message instanceof int[] queens) {
        if (queens.length < THRESHOLD) {
          divide(queens, stage);
        } else {
          search(Arrays.copyOf(queens, size), queens.length, stage);
        }
        stage.send(master, DONE);
      } else {
        stage.send(master, STOP);
        stage.stop();
      }
    }

    private void divide(int[] queens, Stage<R> stage) {
      for (int i = 0; i < size; i++) {
        int[] more = Arrays.copyOf(queens, queens.length + 1);
        more[queens.length] = i;
        if (safe(more, queens.length)) {
          stage.send(master, more);
        }
      }
    }

    private void search(int[] queens, int row, Stage<R> stage) {
      if (row == size) {
        stage.send(master, SOLUTION);
        return;
      }
      for (int i = 0; i < size; i++) {
        queens[row] = i;
        if (safe(queens, row)) {
          search(queens, row + 1, stage);
        }
      }
    }
  }
}
