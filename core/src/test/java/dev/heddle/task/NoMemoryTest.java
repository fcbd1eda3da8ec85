package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Scarcity;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * When memory runs out, a task that was taken is run, and one that was not can be spawned again.
 * With one worker, whose deque nobody else empties.
 */
class NoMemoryTest extends ConcurrentTestCase {
  private final AtomicInteger run = new AtomicInteger();

  private Task counted() {
    return Task.of(run::getAndIncrement);
  }

  /** Spawns tasks until the deque is full, which must not grow. */
  private List<Task> fillDeque() {
    List<Task> spawned = new ArrayList<>();
    while (true) {
      Task task = counted();
      try {
        task.spawn();
      } catch (OutOfMemoryError _) {
        return spawned;
      }
      spawned.add(task);
    }
  }

  /** Without spare workers, which would steal. */
  private Heddle startAlone(Setup setup) {
    return start(builder(setup).spareWorkers(0));
  }

  private static void joinAll(List<Task> tasks) {
    tasks.reversed().forEach(Task::join);
  }

  @OnEachRuntime(workers = 1)
  void aTaskThatIsRefusedWasNotSpawned(Setup setup) {
    Heddle heddle = startAlone(setup);
    heddle.invoke(
        () -> {
          List<Task> spawned;
          Task plain = counted();
          Task refused = counted();
          Task successor = counted().after(refused);
          try (Scarcity _ = Scarcity.of("more slots")) {
            spawned = fillDeque();
            for (Task each : List.of(plain, refused)) {
              assertThatThrownBy(each::spawn).isInstanceOf(OutOfMemoryError.class);
              assertThatThrownBy(each::join)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("never spawned");
            }
          }
          plain.spawn();
          refused.spawn();
          successor.spawn();
          successor.join();
          plain.join();
          joinAll(spawned);
          assertThat(run.get()).isEqualTo(spawned.size() + 3);
        });
  }

  @OnEachRuntime(workers = 1)
  void aScopeForgetsTheJobThatItCouldNotTake(Setup setup) {
    Heddle heddle = startAlone(setup);
    heddle.invoke(
        () -> {
          List<Task> spawned;
          try (Scarcity _ = Scarcity.of("more slots")) {
            spawned = fillDeque();
            try (Scope scope = Scope.open()) {
              assertThatThrownBy(() -> scope.spawn(run::getAndIncrement))
                  .isInstanceOf(OutOfMemoryError.class);
            }
            Scope cancelled = Scope.open();
            assertThatThrownBy(() -> cancelled.spawn(run::getAndIncrement))
                .isInstanceOf(OutOfMemoryError.class);
            cancelled.cancel();
            assertThatThrownBy(cancelled::close).isInstanceOf(CancellationException.class);
          }
          joinAll(spawned);
          assertThat(run.get()).isEqualTo(spawned.size());
        });
  }

  /** The third one has no place but the deque, which is full. */
  @OnEachRuntime(workers = 1)
  void successorsForWhichThereIsNoRoomAreSharedOut(Setup setup) {
    Heddle heddle = startAlone(setup);
    heddle.invoke(
        () -> {
          List<Task> spawned;
          Task first = counted();
          List<Task> successors = new ArrayList<>();
          for (int i = 0; i < 5; i++) {
            successors.add(counted().after(first));
          }
          successors.forEach(Task::spawn);
          try (Scarcity scarcity = Scarcity.of("more slots")) {
            spawned = fillDeque();
            spawned.removeLast().join(); // makes room for one
            first.spawn();
            int asked = scarcity.asked();
            first.join();
            assertThat(scarcity.asked()).isGreaterThan(asked);
          }
          successors.forEach(Task::join);
          joinAll(spawned);
          assertThat(run.get()).isEqualTo(spawned.size() + 7);
        });
  }

  @OnEachRuntime
  void aTaskFromOutsideThatIsRefusedWasNotQueued(Setup setup) {
    Heddle heddle = start(setup);
    Task task = counted();
    try (Scarcity _ = Scarcity.of(1, "an entry of the shared queue")) {
      assertThatThrownBy(() -> heddle.enqueue(task)).isInstanceOf(OutOfMemoryError.class);
    }
    heddle.enqueue(task);
    task.join();
    assertThat(run.get()).isEqualTo(1);
    assertThat(heddle.metrics().queued()).isZero();
  }

  @OnEachRuntime
  void aFailureThatTheScopeCannotKeepIsTold(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
    IllegalStateException failure = new IllegalStateException("as it should");
    try (Scarcity _ = Scarcity.of("the failure of a job")) {
      Scope scope = heddle.scope();
      Job<Object> job =
          scope.spawn(
              () -> {
                throw failure;
              });
      assertThatThrownBy(job::join).isSameAs(failure);
      assertThatThrownBy(scope::close).isInstanceOf(CancellationException.class);
    }
    assertThat(told).containsExactly(failure);
  }
}
