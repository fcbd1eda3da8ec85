package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Spawning into a scope, joining and closing it, as long as nothing fails. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class ScopeTest extends ConcurrentTestCase {

  @OnEachRuntime
  void jobsOfAScopeHaveTheirResults(Setup setup) {
    Heddle heddle = start(setup);

    int sum =
        heddle.invoke(
            () -> {
              try (Scope scope = Scope.open()) {
                Job<Integer> spawned = scope.spawn(() -> 1);
                Job<Integer> enqueued = scope.enqueue(() -> 20);
                Job<Integer> affine = scope.spawn(Affinity.worker(0), () -> 300);
                return spawned.join() + enqueued.join() + affine.join();
              }
            });

    assertThat(sum).isEqualTo(321);
  }

  @OnEachRuntime
  void closingWaitsForEveryJob(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ended = new AtomicInteger();

    int seen =
        heddle.invoke(
            () -> {
              try (Scope scope = Scope.open()) {
                for (int i = 0; i < 50; i++) {
                  scope.spawn(ended::incrementAndGet);
                  scope.enqueue(ended::incrementAndGet);
                }
              }
              return ended.get();
            });

    assertThat(seen).isEqualTo(100);
  }

  @OnEachRuntime
  void aScopeCanBeOpenedOutside(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ended = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      for (int i = 0; i < 50; i++) {
        scope.spawn(ended::incrementAndGet);
        scope.enqueue(ended::incrementAndGet);
      }
      scope.join();
      assertThat(ended).hasValue(100);
      scope.spawn(ended::incrementAndGet);
    }

    assertThat(ended).hasValue(101);
  }

  @OnEachRuntime
  void scopesNest(Setup setup) {
    Heddle heddle = start(setup);

    assertThat(heddle.invoke(() -> fib(15))).isEqualTo(610);
  }

  private static int fib(int n) {
    if (n < 2) {
      return n;
    }
    try (Scope scope = Scope.open()) {
      Job<Integer> left = scope.spawn(() -> fib(n - 1));
      int right = fib(n - 2);
      return left.join() + right;
    }
  }

  @OnEachRuntime
  void jobsSpawnIntoTheScopeTheyBelongTo(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ended = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      grow(scope, 7, ended);
    }

    assertThat(ended).hasValue((1 << 8) - 1);
  }

  private static void grow(Scope scope, int depth, AtomicInteger ended) {
    scope.spawn(
        () -> {
          if (depth > 0) {
            grow(scope, depth - 1, ended);
            grow(scope, depth - 1, ended);
          }
          ended.incrementAndGet();
        });
  }

  @OnEachRuntime
  void otherThreadsSpawnIntoAnOpenScope(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ended = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 3; t++) {
        threads.add(
            thread(
                "spawner-" + t,
                () -> {
                  for (int i = 0; i < 100; i++) {
                    scope.spawn(ended::incrementAndGet);
                  }
                }));
      }
      threads.forEach(ConcurrentTestCase::await);
    }

    assertThat(ended).hasValue(300);
  }

  @OnEachRuntime
  void aScopeMayHaveManyJobsOverItsLife(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ended = new AtomicInteger();

    heddle.invoke(
        () -> {
          try (Scope scope = Scope.open()) {
            for (int i = 0; i < 20_000; i++) {
              scope.spawn(ended::incrementAndGet);
              if (i % 100 == 0) {
                scope.join();
              }
            }
          }
          return ended;
        });

    assertThat(ended).hasValue(20_000);
  }

  @OnEachRuntime
  void joinMayBeCalledAgainAndAgain(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ended = new AtomicInteger();

    heddle.invoke(
        () -> {
          try (Scope scope = Scope.open()) {
            scope.join();
            for (int round = 1; round <= 10; round++) {
              scope.spawn(ended::incrementAndGet);
              scope.enqueue(ended::incrementAndGet);
              scope.join();
              assertThat(ended).hasValue(2 * round);
            }
          }
          return ended;
        });
  }

  // ---- joinFor and joinUntil

  @OnEachRuntime
  void joinForTellsThatTheTimeIsUpAndTheJobsGoOn(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();

    try (Scope scope = heddle.scope()) {
      Job<Integer> job =
          scope.spawn(
              () -> {
                gate.await();
                return 1;
              });

      assertThat(scope.joinFor(Duration.ZERO)).isFalse();
      long start = Clock.nanos();
      assertThat(scope.joinFor(Delays.TIMEOUT)).isFalse();
      assertThat(Clock.nanos() - start).isGreaterThanOrEqualTo(Delays.TIMEOUT.toNanos());
      assertThat(job.isDone()).isFalse();

      gate.open();
      assertThat(scope.joinFor(Delays.LONG)).isTrue();
      assertThat(job.join()).isEqualTo(1);
    }
  }

  @OnEachRuntime
  void joinUntilWaitsForAPointInTime(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();

    try (Scope scope = heddle.scope()) {
      scope.spawn(gate::await);

      assertThat(scope.joinUntil(Instant.MIN)).isFalse();
      Instant deadline = Clock.instant().plus(Delays.TIMEOUT);
      assertThat(scope.joinUntil(deadline)).isFalse();
      assertThat(Clock.instant()).isAfterOrEqualTo(deadline);
      gate.open();
      assertThat(scope.joinUntil(Instant.MAX)).isTrue();
    }
  }

  @OnEachRuntime
  void joinForInsideOfARuntimeLeavesTheWorkerToTheOthers(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();

    Job<List<Boolean>> job =
        heddle.submit(
            () -> {
              try (Scope scope = Scope.open()) {
                scope.spawn(gate::await);
                boolean early = scope.joinFor(Delays.TIMEOUT);
                scope.enqueue(gate::open);
                return List.of(early, scope.joinFor(Delays.LONG));
              }
            });

    assertThat(await(job)).containsExactly(false, true);
  }

  @OnEachRuntime
  void jobsThatATimedJoinLeftInTheDequeAreJoinedOneByOneAllTheSame(Setup setup) {
    Heddle heddle = start(setup);

    int sum =
        heddle.invoke(
            () -> {
              try (Scope scope = Scope.open()) {
                Job<Integer> one = scope.spawn(() -> 1);
                Job<Integer> two = scope.spawn(() -> 2);
                boolean ignored = scope.joinFor(Duration.ZERO);
                int result = two.join() + one.join();
                scope.spawn(() -> 3);
                scope.join();
                return result;
              }
            });

    assertThat(sum).isEqualTo(3);
  }

  // ---- misuse

  @Test
  void openingAScopeOutsideOfARuntimeIsRefused() {
    assertThatThrownBy(Scope::open)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("heddle.scope()");
  }

  @OnEachRuntime(workers = {1, 2})
  void onlyTheOwnerMayJoinAndClose(Setup setup) throws Exception {
    Heddle heddle = start(setup);

    try (Scope scope = heddle.scope()) {
      String owner = Thread.currentThread().getName();
      Job<?> stranger =
          heddle.submit(
              () -> {
                scope.spawn(() -> {});
                assertThatThrownBy(scope::join)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(owner)
                    .hasMessageContaining(Thread.currentThread().getName());
                assertThatThrownBy(() -> scope.joinFor(Duration.ZERO))
                    .isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(scope::close).isInstanceOf(IllegalStateException.class);
              });
      await(stranger);
      scope.join();
    }
  }

  @OnEachRuntime(workers = {1, 2})
  void aClosedScopeTakesNothing(Setup setup) {
    Heddle heddle = start(setup);
    Scope scope = heddle.scope();
    scope.close();
    scope.close();

    assertThatThrownBy(() -> scope.spawn(() -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> scope.enqueue(() -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(scope::join)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @OnEachRuntime(workers = {1, 2})
  void aSpawnThatIsRefusedLeavesTheScopeUsable(Setup setup) {
    Heddle heddle = start(setup);

    try (Scope scope = heddle.scope()) {
      assertThatThrownBy(() -> scope.spawn(Affinity.worker(1_000_000), () -> 1))
          .isInstanceOf(IllegalArgumentException.class);
      Job<Integer> job = scope.spawn(() -> 1);
      scope.join();
      assertThat(job.join()).isEqualTo(1);
    }
  }
}
