package dev.heddle.bench.memory;

import dev.heddle.bench.BenchmarkFailure;
import java.io.Serial;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicInteger;

/** On a ForkJoinPool, as {@link TaskCrowd} on Heddle. */
final class ActionCrowd implements Crowd {
  private final RecursiveAction[] actions;
  private final AtomicInteger ran = new AtomicInteger();

  ActionCrowd(int count) {
    actions = new RecursiveAction[count];
  }

  @Override
  public double measure(Callable<Double> measurement) {
    try (ForkJoinPool pool = new ForkJoinPool(1)) {
      return pool.invoke(ForkJoinTask.adapt(measurement));
    }
  }

  @Override
  public void gather() {
    for (int i = 0; i < actions.length; i++) {
      actions[i] = new IdleAction(ran);
      actions[i].fork();
    }
    if (ran.get() > 0) {
      throw new BenchmarkFailure("wrong result: " + ran + " tasks have not waited");
    }
  }

  @Override
  public void dismiss() {
    for (int i = actions.length - 1; i >= 0; i--) {
      actions[i].join();
    }
    if (ran.get() != actions.length) {
      throw new BenchmarkFailure("wrong result: %s tasks ran".formatted(ran));
    }
  }

  private static final class IdleAction extends RecursiveAction {
    @Serial private static final long serialVersionUID = 1L;

    private final AtomicInteger ran;

    IdleAction(AtomicInteger ran) {
      this.ran = ran;
    }

    @Override
    protected void compute() {
      ran.incrementAndGet();
    }
  }
}
