package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whether to spawn what could as well be called. */
class WorthwhileTest extends ConcurrentTestCase {
  private static final int N = 22;
  private static final int FIB_N = 17_711;
  private static final int DIVISIONS = 28_656;

  private final AtomicInteger spawned = new AtomicInteger();

  private int fib(int n) {
    if (n < 2) {
      return n;
    }
    if (!Parallel.isWorthwhile()) {
      return fib(n - 1) + fib(n - 2);
    }
    spawned.incrementAndGet();
    try (Scope scope = Scope.open()) {
      Job<Integer> a = scope.spawn(() -> fib(n - 1));
      int b = fib(n - 2);
      return a.join() + b;
    }
  }

  @Test
  void outsideOfARuntimeNothingIsSpawned() {
    assertThat(fib(N)).isEqualTo(FIB_N);
    assertThat(spawned).hasValue(0);
  }

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void whoAsksAtEachDivisionGetsTheSameResult(Setup setup) {
    Heddle heddle = start(setup);
    assertThat(heddle.invoke(() -> fib(N))).isEqualTo(FIB_N);
    assertThat(spawned).hasPositiveValue();
  }

  /** With one worker nobody takes anything, so it is always the same few. */
  @OnEachRuntime(workers = 1)
  void mostDivisionsAreCallsWhereNobodyTakesAnything(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    assertThat(heddle.invoke(() -> fib(N))).isEqualTo(FIB_N);
    assertThat(spawned.get()).isBetween(4, DIVISIONS / 4);
    assertThat(heddle.metrics().workers().stream().mapToLong(WorkerMetrics::total).sum())
        .isLessThan(spawned.get() + 100L);
    assertThat(heddle.metrics().workers().getFirst().spawnsSpared())
        .isEqualTo(DIVISIONS - spawned.get());
  }

  @OnEachRuntime(workers = {0, 1})
  void itIsUntilAHandfulWaits(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    heddle.invoke(
        () -> {
          Deque<Task> waiting = new ArrayDeque<>();
          while (Parallel.isWorthwhile()) {
            Task task = Task.of(() -> {});
            task.spawn();
            waiting.push(task);
          }
          assertThat(waiting).hasSize(4);
          assertThat(Parallel.isWorthwhile()).isFalse();
          waiting.pop().join();
          assertThat(Parallel.isWorthwhile()).isTrue();
          waiting.forEach(Task::join);
        });
  }

  @OnEachRuntime(workers = {2, 4, 64})
  void itIsAgainWhenEnoughHasBeenTaken(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          for (int i = 0; i < 100; i++) {
            for (int spawned = 0; spawned < 10_000 && Parallel.isWorthwhile(); spawned++) {
              Task.of(() -> {}).spawn();
            }
            spinUntil("thieves have taken enough", Parallel::isWorthwhile);
          }
        });
  }

  /** The part waits in the middle of its caller, which has not come to the join yet. */
  @OnEachRuntime
  void whatWasSpawnedRunsWhileAPartThatWasCalledWaits(Setup setup) {
    Heddle heddle = start(setup);
    Gate opened = new Gate();
    Gate passed = new Gate();
    heddle.invoke(
        () -> {
          try (Scope scope = Scope.open()) {
            Job<?> opener = scope.spawn(opened::open);
            for (int i = 0; i < 10_000 && Parallel.isWorthwhile(); i++) {
              Job<?> _ = scope.spawn(() -> {});
            }
            waitingPart(opened, passed);
            opener.join();
          }
        });
    assertThat(passed.isOpen()).isTrue();
  }

  private static void waitingPart(Gate opened, Gate passed) {
    opened.await();
    passed.open();
  }
}
