package dev.heddle.bench.idle;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Gives a runtime something to do, lets it come to rest, and looks what the process burns then. */
final class IdleProgram implements Program {
  private static final int BURST = 10_000;
  private static final Duration REST = Duration.ofMillis(500);
  private static final int PERCENT = 100;

  private final Consumer<Runnable> start;
  private final Runnable stop;
  private final Duration window;
  private final CpuClock clock = new CpuClock();

  /**
   * @param start hands a task to the runtime
   * @param stop ends the runtime
   */
  IdleProgram(Setting setting, Consumer<Runnable> start, Runnable stop) {
    this.start = start;
    this.stop = stop;
    this.window =
        switch (setting.scale()) {
          case TINY -> Duration.ofMillis(50);
          case QUICK -> Duration.ofSeconds(5);
          case FULL -> Duration.ofSeconds(10);
        };
  }

  @Override
  public double round() throws InterruptedException {
    burst();
    Thread.sleep(REST);
    clock.start();
    long start = System.nanoTime();
    Thread.sleep(window);
    long used = clock.elapsed();
    return (double) PERCENT * used / (System.nanoTime() - start);
  }

  @Override
  public double warmUpRound() throws InterruptedException {
    long start = System.nanoTime();
    burst();
    return (double) (System.nanoTime() - start) / BURST;
  }

  private void burst() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(BURST);
    for (int i = 0; i < BURST; i++) {
      start.accept(done::countDown);
    }
    if (!done.await(10, TimeUnit.SECONDS)) {
      throw new BenchmarkFailure("%d of %d tasks never ran".formatted(done.getCount(), BURST));
    }
  }

  @Override
  public void close() {
    stop.run();
  }
}
