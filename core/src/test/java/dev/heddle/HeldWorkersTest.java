package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.task.Job;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What the watchdog does about workers that are held by one item for long. */
class HeldWorkersTest extends ConcurrentTestCase {
  private static final int CHILDREN = 40;

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
    Heddle heddle = start(builder(setup).spareWorkers(1).stuckAfter(Duration.ofMillis(20)));
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

  /** It spins until what it has spawned has run, and the others are never idle. */
  @OnEachRuntime(
      workers = {2, 4},
      notSimulated = "there is no watchdog in a world")
  void whatWaitsBehindAHeldWorkerHasItsTurnThoughNobodyIsIdle(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0).stuckAfter(Duration.ofMillis(20)));
    AtomicInteger done = new AtomicInteger();
    try {
      for (int i = 0; i < 4 * setup.workers(); i++) {
        heddle.enqueue(() -> again(heddle));
      }
      await("all are busy", () -> run.get() > 1_000);
      Job<Integer> holder =
          heddle.submit(
              () -> {
                for (int i = 0; i < CHILDREN; i++) {
                  Task.of(done::getAndIncrement).spawn();
                }
                while (held.get() && done.get() < CHILDREN) {
                  Thread.onSpinWait();
                }
                return done.get();
              });
      await("all have run", holder::isDone);
      assertThat(holder.join()).isEqualTo(CHILDREN);
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
