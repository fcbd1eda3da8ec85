package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Workers that come when all others are held, and go. */
class SpareWorkersTest extends ConcurrentTestCase {
  private final AtomicBoolean held = new AtomicBoolean(true);
  private final AtomicBoolean busy = new AtomicBoolean(true);
  private final AtomicLong run = new AtomicLong();

  private void again(Heddle heddle) {
    run.getAndIncrement();
    if (busy.get()) {
      heddle.enqueue(() -> again(heddle));
    }
  }

  private static List<WorkerMetrics> spares(Heddle heddle) {
    return heddle.metrics().workers().stream().filter(WorkerMetrics::spare).toList();
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "there is no watchdog in a world")
  void aSpareGoesWhenTheOthersGetOnAgainThoughThereIsWork(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(1));
    try {
      hold(heddle, setup.workers());
      for (int i = 0; i < 4; i++) {
        heddle.enqueue(() -> again(heddle));
      }
      await("a spare has come, and gets on", () -> run.get() > 100);
      assertThat(spares(heddle)).isNotEmpty();
      held.set(false);
      await("it has gone", () -> allStopped(spares(heddle)));
      long since = run.get();
      await("the others get on", () -> run.get() > since + 100);
    } finally {
      held.set(false);
      busy.set(false);
    }
  }

  /** Until {@code held} is false. */
  private void hold(Heddle heddle, int workers) {
    AtomicInteger holding = new AtomicInteger();
    for (int i = 0; i < workers; i++) {
      heddle.spawn(
          () -> {
            holding.getAndIncrement();
            while (held.get()) {
              Thread.onSpinWait();
            }
          });
    }
    await("all workers are held", () -> holding.get() == workers);
  }

  private static boolean allStopped(List<WorkerMetrics> workers) {
    return workers.stream().allMatch(worker -> worker.state() == WorkerMetrics.State.STOPPED);
  }
}
