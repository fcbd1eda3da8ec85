package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Scarcity;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The queues and the workers when memory runs out. */
class MemoryTest extends ConcurrentTestCase {
  private static final class Item extends Work {
    @Override
    protected @Nullable Work carryOut() {
      return null;
    }

    @Override
    protected void abandon(RuntimeException reason) {}
  }

  // ---- the deque

  @Test
  void whatIsTakenBackIsThereThoughTheSlotsCannotBeRenewed() {
    WorkDeque deque = new WorkDeque();
    Item below = new Item();
    deque.push(below);
    Item item = new Item();
    int renewal = 1 << 20;
    try (Scarcity scarcity = Scarcity.of("fresh slots")) {
      for (int i = 0; i < renewal + 10; i++) {
        deque.push(item);
        assertThat(deque.takeBack(item)).isTrue();
      }
      assertThat(scarcity.asked()).isEqualTo(1);
    }
    assertThat(deque.takenBack()).isEqualTo(renewal + 10);
    assertThat(deque.size()).isEqualTo(1);
    assertThat(deque.pop()).isSameAs(below);
  }

  @Test
  void theSlotsAreRenewedWithAllThatIsThere() {
    WorkDeque deque = new WorkDeque(4);
    Item below = new Item();
    deque.push(below);
    Item item = new Item();
    try (Scarcity scarcity = Scarcity.of(0, "fresh slots")) {
      for (int i = 0; i < (1 << 20) + 10; i++) {
        deque.push(item);
        assertThat(deque.takeBack(item)).isTrue();
      }
      assertThat(scarcity.asked()).isEqualTo(1);
    }
    assertThat(deque.pop()).isSameAs(below);
    assertThat(deque.pop()).isNull();
  }

  @Test
  void aDequeThatCannotGrowRefusesAndKeepsWhatItHas() {
    WorkDeque deque = new WorkDeque(2);
    Item first = new Item();
    Item second = new Item();
    Item third = new Item();
    deque.push(first);
    deque.push(second);
    try (Scarcity _ = Scarcity.of("more slots")) {
      assertThatThrownBy(() -> deque.push(third)).isInstanceOf(OutOfMemoryError.class);
    }
    assertThat(deque.size()).isEqualTo(2);
    deque.push(third);
    assertThat(deque.pop()).isSameAs(third);
    assertThat(deque.pop()).isSameAs(second);
    assertThat(deque.pop()).isSameAs(first);
    assertThat(deque.pop()).isNull();
  }

  @Test
  void aDequeThatCannotBeMadeShorterStaysLong() {
    WorkDeque deque = new WorkDeque(2);
    for (int i = 0; i < 8; i++) {
      deque.push(new Item());
    }
    while (deque.pop() != null) {}
    deque.push(new Item());
    @Nullable Work[] stolen = new Work[1];
    assertThat(deque.steal(stolen)).isEqualTo(1);
    try (Scarcity scarcity = Scarcity.of("fewer slots")) {
      deque.releaseMemory();
      assertThat(scarcity.asked()).isEqualTo(1);
    }
    Item item = new Item();
    deque.push(item);
    assertThat(deque.pop()).isSameAs(item);
    assertThat(deque.pop()).isNull();
  }

  // ---- the other queues

  @Test
  void aRingThatCannotGrowRefusesAndKeepsWhatItHas() {
    ReadyRing ring = new ReadyRing(2);
    ring.add("first");
    ring.add("second");
    try (Scarcity _ = Scarcity.of("a longer ring")) {
      assertThatThrownBy(() -> ring.add("third")).isInstanceOf(OutOfMemoryError.class);
    }
    assertThat(ring.size()).isEqualTo(2);
    ring.add("third");
    assertThat(List.of(poll(ring), poll(ring), poll(ring)))
        .containsExactly("first", "second", "third");
    try (Scarcity scarcity = Scarcity.of("a short ring")) {
      ring.releaseMemory();
      assertThat(scarcity.asked()).isEqualTo(1);
    }
    ring.add("fourth");
    assertThat(poll(ring)).isEqualTo("fourth");
    assertThat(ring.isEmpty()).isTrue();
  }

  private static Object poll(ReadyRing ring) {
    Object item = ring.poll();
    return item == null ? "nothing" : item;
  }

  @Test
  void whatTheSharedQueueRefusesIsNeitherCountedNorTimed() {
    Durations waits = new Durations();
    SharedQueue queue = new SharedQueue(1, waits);
    queue.wantWait();
    try (Scarcity _ = Scarcity.of(1, "an entry of the shared queue")) {
      assertThatThrownBy(() -> queue.add(new Item())).isInstanceOf(OutOfMemoryError.class);
    }
    assertThat(queue.size()).isZero();
    assertThat(queue.isEmpty()).isTrue();
    Item item = new Item();
    queue.add(item);
    assertThat(queue.poll(0)).isSameAs(item);
    assertThat(Durations.total(List.of(waits)).count()).isEqualTo(1);
  }

  @Test
  void whatMustNotBeLostIsTriedUntilThereIsMemory() {
    SharedQueue queue = new SharedQueue(1);
    ReadyQueue fibers = new ReadyQueue();
    Item item = new Item();
    Runnable fiber = () -> {};
    try (Scarcity scarcity = Scarcity.of(3, "an entry of the shared queue")) {
      queue.addForSure(item);
      assertThat(scarcity.asked()).isEqualTo(4);
    }
    try (Scarcity scarcity = Scarcity.of(3, "an entry for a fiber")) {
      fibers.add(fiber);
      assertThat(scarcity.asked()).isEqualTo(4);
    }
    assertThat(queue.size()).isEqualTo(1);
    assertThat(queue.poll(0)).isSameAs(item);
    assertThat(fibers.size()).isEqualTo(1);
    assertThat(fibers.poll()).isSameAs(fiber);
    assertThat(fibers.size()).isZero();
  }

  // ---- the workers

  @OnEachRuntime
  void aFailureThatCannotBeRecordedIsToldAllTheSame(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
    IllegalStateException failure = new IllegalStateException("as it should");
    try (Scarcity scarcity = Scarcity.of("the record of a crash")) {
      heddle.spawn(
          () -> {
            throw failure;
          });
      await("it is told", () -> !told.isEmpty());
      assertThat(scarcity.asked()).isEqualTo(1);
    }
    assertThat(told).containsExactly(failure);
    assertThat(heddle.submit(() -> "run").join()).isEqualTo("run");
  }

  @OnEachRuntime(notSimulated = "there is no watchdog in a world")
  void theWatchdogLivesAndTheErrorIsTold(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    try (Scarcity scarcity = Scarcity.of(2, "a look of the watchdog")) {
      Heddle heddle =
          start(
              builder(setup)
                  .stuckAfter(Duration.ofMillis(4))
                  .uncaughtExceptionHandler((thread, e) -> told.add(e)));
      await("both are told, and it looks again", () -> told.size() == 2 && scarcity.asked() > 2);
      assertThat(heddle.submit(() -> "run").join()).isEqualTo("run");
    }
  }

  @OnEachRuntime(engines = Engine.PLATFORM, notSimulated = "a world has the virtual engine")
  void aRunnerThatCannotBeKeptEndsAndOthersDoItsWork(Setup setup) {
    Heddle heddle = start(setup);
    try (Scarcity scarcity = Scarcity.of("a place among the idle")) {
      for (int i = 0; i < 20; i++) {
        List<Fiber<?>> fibers = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
          fibers.add(heddle.fiber(() -> Fiber.sleep(Duration.ofMillis(1))));
          heddle.spawn(() -> Fiber.sleep(Duration.ofMillis(1)));
        }
        fibers.forEach(Fiber::join);
      }
      await("one was not kept", () -> scarcity.asked() > 0);
      assertThat(heddle.submit(() -> "run").join()).isEqualTo("run");
    }
  }

  @OnEachRuntime(notSimulated = "in a world nobody rests")
  void aWorkerThatCannotRestLivesAndTheErrorIsTold(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    int times = 3 * setup.workers();
    try (Scarcity scarcity = Scarcity.of(times, "a rest")) {
      Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
      for (int i = 0; i < 20; i++) {
        assertThat(heddle.submit(() -> "run").join()).isEqualTo("run");
      }
      await("all were told", () -> told.size() == times && scarcity.asked() > times);
      assertThat(heddle.submit(() -> "run").join()).isEqualTo("run");
      await("all rest", () -> allRest(heddle));
    }
    assertThat(told).allSatisfy(e -> assertThat(e).isInstanceOf(OutOfMemoryError.class));
  }

  private static boolean allRest(Heddle heddle) {
    return heddle.metrics().workers().stream()
        .filter(worker -> !worker.spare())
        .allMatch(worker -> worker.state() == WorkerMetrics.State.PARKED);
  }
}
