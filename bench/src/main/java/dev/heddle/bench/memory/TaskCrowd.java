package dev.heddle.bench.memory;

import dev.heddle.Heddle;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.task.Task;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * On Heddle: tasks that were spawned and wait for the only worker, which is at the measurement. The
 * runtime is a new one, so that its queue is not large already.
 */
final class TaskCrowd implements Crowd {
  private final Task[] tasks;
  private final AtomicInteger ran = new AtomicInteger();

  TaskCrowd(int count) {
    tasks = new Task[count];
  }

  @Override
  public double measure(Callable<Double> measurement) {
    try (Heddle heddle = Heddle.builder().workers(1).spareWorkers(0).start()) {
      return heddle.invoke(measurement);
    }
  }

  @Override
  public void gather() {
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = new IdleTask(ran);
      tasks[i].spawn();
    }
    if (ran.get() > 0) {
      throw new BenchmarkFailure("wrong result: " + ran + " tasks have not waited");
    }
  }

  @Override
  public void dismiss() {
    for (int i = tasks.length - 1; i >= 0; i--) {
      tasks[i].join();
    }
    if (ran.get() != tasks.length) {
      throw new BenchmarkFailure("wrong result: %s tasks ran".formatted(ran));
    }
  }

  private static final class IdleTask extends Task {
    private final AtomicInteger ran;

    IdleTask(AtomicInteger ran) {
      this.ran = ran;
    }

    @Override
    protected @Nullable Task execute() {
      ran.incrementAndGet();
      return null;
    }
  }
}
