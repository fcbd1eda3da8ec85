package dev.heddle.bench.savina.fib;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;
import org.jspecify.annotations.Nullable;

/** A Fibonacci number by its definition. */
final class Fibonacci extends StagedWork {
  private static final int REPEATS = 3;
  private static final Long ONE = 1L;

  final int number;

  Fibonacci(int number) {
    super(2.0 * fib(number) - 1, REPEATS);
    this.number = number;
  }

  private static long fib(int n) {
    long last = 0;
    long result = 1;
    for (int i = 1; i < n; i++) {
      long next = last + result;
      last = result;
      result = next;
    }
    return result;
  }

  @Override
  protected <R> Actor<R> opening() {
    return new Adder<>(this, number, null);
  }

  @Override
  protected void check(long result) {
    checkResult("the number", fib(number), result);
  }

  private static final class Adder<R> extends Actor<R> {
    private final Fibonacci work;
    private final int n;
    private final @Nullable R parent;
    private int missing = 2;
    private long sum;

    Adder(Fibonacci work, int n, @Nullable R parent) {
      this.work = work;
      this.n = n;
      this.parent = parent;
    }

    @Override
    protected void start(Stage<R> stage) {
      if (n <= 2) {
        end(ONE, stage);
      } else {
        stage.spawnChild(new Adder<>(work, n - 1, stage.address()));
        stage.spawnChild(new Adder<>(work, n - 2, stage.address()));
      }
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      sum += (Long) message;
      if (--missing == 0) {
        end(sum, stage);
      }
    }

    private void end(Long result, Stage<R> stage) {
      R asker = parent;
      if (asker == null) {
        work.finish().arrive(result);
      } else {
        stage.send(asker, result);
      }
      stage.stop();
    }
  }
}
