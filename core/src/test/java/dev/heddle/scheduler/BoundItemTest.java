package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.task.Affinity;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An item that only one worker may run begins there, whatever its runner has to wait for. */
class BoundItemTest extends ConcurrentTestCase {
  /** As many locks as a {@link ConcurrentHashMap} begins with. */
  private static final int LOCKS = 16;

  /**
   * The runner waits for the lock of the map of homes before its own entry is there, and is resumed
   * under the other worker, as its home is busy.
   */
  @Test
  void aRunnerThatWaitedToBeEnteredGoesHomeBeforeItsItemBegins() {
    Heddle heddle = start(Heddle.builder().workers(2).spareWorkers(0).engine(Engine.VIRTUAL));
    VirtualEngine engine = (VirtualEngine) heddle.invoke(BoundItemTest::engine);
    CountDownLatch locksFree = new CountDownLatch(1);
    lockAll(engine.homes, locksFree);
    Task bound = Task.of(() -> assertThat(Heddle.currentWorker()).isEqualTo(0));
    heddle.spawn(bound.affinity(Affinity.boundTo(0)));
    await(
        "the runner waits", () -> engine.busyRunners().stream().anyMatch(BoundItemTest::isBlocked));

    AtomicBoolean homeFree = new AtomicBoolean();
    AtomicInteger present = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      heddle.spawn(
          () -> {
            present.incrementAndGet();
            while (present.get() < 2 || (Heddle.currentWorker() == 0 && !homeFree.get())) {
              Thread.onSpinWait(); // the worker itself has to be busy, not a fiber that waits
            }
          });
    }
    await("both are busy", () -> present.get() == 2);
    locksFree.countDown();
    await("the runner has gone on", () -> engine.homes.size() == 1);
    homeFree.set(true);

    bound.join();
  }

  private static RunnerEngine engine() {
    return Objects.requireNonNull(Worker.current()).scheduler.engine;
  }

  private static boolean isBlocked(Thread thread) {
    return thread.getState() == Thread.State.BLOCKED;
  }

  /** Holds every lock of {@code map}, which is empty, until {@code over}. */
  private void lockAll(ConcurrentHashMap<Runnable, Worker> map, CountDownLatch over) {
    CountDownLatch locked = new CountDownLatch(LOCKS);
    for (int i = 0; i < LOCKS; i++) {
      Key key = new Key(i);
      thread(
          "holder-" + i,
          () ->
              map.computeIfAbsent(
                  key,
                  same -> {
                    locked.countDown();
                    awaitQuietly(over);
                    return null; // so that no entry is left
                  }));
    }
    awaitQuietly(locked);
  }

  private void awaitQuietly(CountDownLatch latch) {
    await("the latch", () -> latch.getCount() == 0);
  }

  /** Has the lock of its number. */
  private record Key(int number) implements Runnable {
    @Override
    public int hashCode() {
      return number;
    }

    @Override
    public void run() {}
  }
}
