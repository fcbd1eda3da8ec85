package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Where the stack ends in the middle of a spawn, a join or a cancel, it has not begun, or what it
 * would have done is done: nobody who waits for it, or for what comes after it, waits on.
 */
final class TaskStackEndTest extends ConcurrentTestCase {
  private static final int ROUNDS = 8;

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "who waits elsewhere is no part of the simulation")
  void whoWaitsForAJobIsToldThatItWasCancelledAtTheEnd(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          for (int round = 0; round < ROUNDS; round++) {
            try (Scope scope = Scope.open()) {
              Job<Integer> job = scope.spawn(() -> 1);
              Thread watcher = watcher(job);
              StackEnd.run(job::cancel);
              await(watcher);
            }
          }
          return 0;
        });
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "who waits elsewhere is no part of the simulation")
  void whoWaitsForAJobIsToldThatAStrangerHasRunItAtTheEnd(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < ROUNDS; round++) {
      try (Scope scope = heddle.scope()) {
        scope
            .spawn(
                () -> {
                  Job<Integer> job = scope.spawn(() -> 1);
                  Thread watcher = watcher(job);
                  StackEnd.run(job::join);
                  await(watcher);
                  return 0;
                })
            .join();
      } catch (StackOverflowError e) {
        // that of the job itself
      }
    }
  }

  /** A thread that waits for {@code job} already; it ends with it. */
  private Thread watcher(Job<Integer> job) {
    Thread watcher =
        thread(
            "watcher",
            () -> {
              try {
                job.get();
              } catch (CancellationException | ExecutionException e) {
                // an end like any other
              }
            });
    while (watcher.getState() != Thread.State.WAITING && !job.isDone()) {
      Thread.onSpinWait(); // the job stays in the deque
    }
    return watcher;
  }

  @OnEachRuntime(workers = {1, 2})
  void aSuccessorStartsOrFailsWhereverItsPredecessorHasEnded(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          for (int round = 0; round < ROUNDS; round++) {
            Task first = Task.of(() -> {});
            Task second = Task.of(() -> {}).after(first);
            second.spawn();
            first.spawn();
            try {
              StackEnd.run(first::join);
            } catch (StackOverflowError | IllegalStateException e) {
              assertThat(first.isFailed())
                  .isTrue(); // its own, or that there was no stack to keep it
            }
            joinQuietly(second);
            assertThat(second.isCancelled()).isEqualTo(first.isFailed());
          }
          return 0;
        });
  }

  private static void joinQuietly(Task task) {
    try {
      task.join();
    } catch (CancellationException e) {
      // its predecessor has failed
    }
  }

  @OnEachRuntime(workers = {1, 2})
  void aSpawnThatOverflowsTheStackHasNotSpawned(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger runs = new AtomicInteger();
    heddle.invoke(
        () -> {
          for (int round = 0; round < ROUNDS; round++) {
            Task plain = Task.of(runs::incrementAndGet);
            Task affine = Task.of(runs::incrementAndGet).affinity(Affinity.replay());
            StackEnd.run(plain::spawn); // again and again, until it does not overflow
            StackEnd.run(affine::spawn);
            affine.join();
            plain.join();
          }
          return 0;
        });
    assertThat(runs).hasValue(2 * ROUNDS);
  }

  @OnEachRuntime(workers = {1, 2})
  void whatATaskReturnsIsSpawnedOrNot(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger runs = new AtomicInteger();
    heddle.invoke(
        () -> {
          for (int round = 0; round < ROUNDS; round++) {
            Task next = Task.of(runs::incrementAndGet);
            Task task = new Returning(next);
            task.spawn();
            try {
              StackEnd.run(task::join);
            } catch (StackOverflowError | IllegalStateException e) {
              assertThat(task.isFailed())
                  .isTrue(); // its own, or that there was no stack to keep it
            }
            if (task.isFailed()) {
              next.spawn();
            }
            next.join();
          }
          return 0;
        });
    assertThat(runs).hasValue(ROUNDS);
  }

  private static final class Returning extends Task {
    private final Task next;

    Returning(Task next) {
      this.next = next;
    }

    @Override
    protected @Nullable Task execute() {
      return next;
    }
  }
}
