package dev.heddle.scheduler;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that wait in a runtime without workers run its work, and all of them come back. */
class WithoutWorkersTest {
  private static final Duration TIME = Effort.time(Duration.ofSeconds(1));
  private static final int THREADS = 4;

  @ParameterizedTest
  @EnumSource
  void everyWaitEnds(Engine engine) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Heddle heddle = Heddle.builder().workers(0).engine(engine).start()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(threads.submit(() -> submitAndJoin(heddle)));
      }
      for (Future<?> each : all) {
        Watched.await(each::isDone, "the end of a wait, " + heddle.metrics());
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void submitAndJoin(Heddle heddle) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < TIME.toNanos()) {
      if (heddle.submit(() -> 7).join() != 7) {
        throw new AssertionError("a wrong result");
      }
    }
  }
}
