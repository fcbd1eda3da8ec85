package dev.heddle.bench.micro;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a task costs that is spawned and joined at once, in time and in bytes. The task has one
 * {@code int}; an object with nothing else but that takes 16 bytes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Spawn {
  private static final int SPAWNS = 10_000;

  private final Heddle heddle = Heddle.start(1);
  private final ForkJoinPool pool = new ForkJoinPool(1);

  @TearDown
  public void stop() {
    heddle.close();
    pool.close();
  }

  @Benchmark
  @OperationsPerInvocation(SPAWNS)
  public int heddle() {
    return heddle.invoke(
        () -> {
          int sum = 0;
          for (int i = 0; i < SPAWNS; i++) {
            NumberTask task = new NumberTask(i);
            task.spawn();
            task.join();
            sum += task.number;
          }
          return sum;
        });
  }

  @Benchmark
  @OperationsPerInvocation(SPAWNS)
  public int forkjoinpool() {
    return pool.submit(
            () -> {
              int sum = 0;
              for (int i = 0; i < SPAWNS; i++) {
                NumberAction action = new NumberAction(i);
                action.fork();
                action.join();
                sum += action.number;
              }
              return sum;
            })
        .join();
  }

  private static final class NumberTask extends Task {
    private int number;

    NumberTask(int number) {
      this.number = number;
    }

    @Override
    protected @Nullable Task execute() {
      number++;
      return null;
    }
  }

  private static final class NumberAction extends RecursiveAction {
    @Serial private static final long serialVersionUID = 1L;
    private int number;

    NumberAction(int number) {
      this.number = number;
    }

    @Override
    protected void compute() {
      number++;
    }
  }
}
