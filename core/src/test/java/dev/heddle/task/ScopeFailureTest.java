package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future.State;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A scope whose jobs fail, or that is cancelled. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class ScopeFailureTest extends ConcurrentTestCase {
  private final IllegalStateException first = new IllegalStateException("first");
  private final IllegalStateException second = new IllegalStateException("second");

  private static void failWith(RuntimeException e) {
    throw e;
  }

  // ---- what join and close throw

  @OnEachRuntime
  void joinThrowsTheVeryExceptionWithBothStacks(Setup setup) {
    Heddle heddle = start(setup);

    Throwable thrown =
        heddle.invoke(
            () -> {
              try (Scope scope = Scope.open()) {
                Job<?> job = scope.enqueue(() -> failByThisName()); // not on the joiner's stack
                Throwable joined = catchThrowable(() -> joinByThisName(scope));
                assertThat(joined).isSameAs(job.exceptionNow());
                return joined;
              }
            });

    assertThat(framesOf(thrown))
        .as("where it happened")
        .anyMatch(f -> f.contains("failByThisName"));
    assertThat(Arrays.stream(thrown.getSuppressed()).flatMap(each -> framesOf(each).stream()))
        .as("where it was joined")
        .anyMatch(f -> f.contains("joinByThisName"));
  }

  private static void failByThisName() {
    throw new IllegalStateException("on purpose");
  }

  private static void joinByThisName(Scope scope) {
    scope.join();
  }

  private static List<String> framesOf(Throwable e) {
    return Arrays.stream(e.getStackTrace()).map(StackTraceElement::toString).toList();
  }

  @OnEachRuntime
  void closeThrowsIfNoJoinHasThrown(Setup setup) {
    Heddle heddle = start(setup);

    Throwable thrown =
        catchThrowable(
            () -> {
              try (Scope scope = heddle.scope()) {
                scope.spawn(() -> failWith(first));
              }
            });

    assertThat(thrown).isSameAs(first);
  }

  @OnEachRuntime
  void closeDoesNotThrowAgainWhatJoinHasThrown(Setup setup) {
    Heddle heddle = start(setup);

    try (Scope scope = heddle.scope()) {
      scope.spawn(() -> failWith(first));
      assertThatThrownBy(scope::join).isSameAs(first);
      assertThatThrownBy(scope::join).isSameAs(first);
    }
  }

  @OnEachRuntime
  void theFailureOfAJoinedJobLeavesATryBlockUnharmed(Setup setup) {
    Heddle heddle = start(setup);

    // The block ends by the job's exception, and so does close(): Java would attach it to itself.
    Throwable inside =
        catchThrowable(
            () ->
                heddle.invoke(
                    () -> {
                      try (Scope scope = Scope.open()) {
                        Job<Integer> job = scope.spawn(this::failingCall);
                        return job.join();
                      }
                    }));
    assertThat(inside).isSameAs(first);

    Throwable outside =
        catchThrowable(
            () -> {
              try (Scope scope = heddle.scope()) {
                Job<Integer> job = scope.spawn(this::otherFailingCall);
                job.join();
              }
            });
    assertThat(outside).isSameAs(second);
  }

  private Integer failingCall() {
    throw first;
  }

  private Integer otherFailingCall() {
    throw second;
  }

  @OnEachRuntime
  void aCheckedExceptionComesInsideACompletionException(Setup setup) {
    Heddle heddle = start(setup);
    IOException checked = new IOException("on purpose");

    try (Scope scope = heddle.scope()) {
      scope.spawn(
          () -> {
            throw checked;
          });
      assertThatThrownBy(scope::join).isInstanceOf(CompletionException.class).hasCause(checked);
    }
  }

  @OnEachRuntime
  void laterFailuresAreSuppressedInTheFirst(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicInteger started = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      Job<?> late =
          scope.spawn(
              () -> {
                started.incrementAndGet();
                gate.await();
                failWith(second);
              });
      await("the late one runs", () -> started.get() == 1);
      Job<?> early = scope.spawn(() -> failWith(first));
      await("the early one has failed", early::isDone);
      gate.open();

      assertThatThrownBy(scope::join).isSameAs(first).hasSuppressedException(second);
      assertThat(late.state()).isEqualTo(State.FAILED);
      assertThatThrownBy(late::join).isSameAs(second);
    }
  }

  @OnEachRuntime
  void manyFailuresAtOnceGiveOneFirstAndTheOthersSuppressed(Setup setup) {
    Heddle heddle = start(setup);
    int jobs = 8;
    Gate gate = new Gate();
    AtomicInteger started = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      for (int i = 0; i < jobs; i++) {
        scope.spawn(
            () -> {
              started.incrementAndGet();
              gate.await();
              throw new IllegalStateException("each its own");
            });
      }
      await("all have started", () -> started.get() == jobs);
      gate.open();

      Throwable thrown = catchThrowable(scope::join);
      assertThat(thrown).isInstanceOf(IllegalStateException.class);
      assertThat(thrown.getSuppressed())
          .filteredOn(each -> each instanceof IllegalStateException)
          .hasSize(jobs - 1)
          .doesNotContain(thrown);
    }
  }

  // ---- what a failure cancels

  @OnEachRuntime
  void theFirstFailureCancelsWhatHasNotStarted(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean ran = new AtomicBoolean();

    try (Scope scope = heddle.scope()) {
      Job<?> failing = scope.spawn(() -> failWith(first));
      await("it has failed", failing::isDone);
      List<Job<?>> late = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        late.add(scope.spawn(() -> ran.set(true)));
        late.add(scope.enqueue(() -> ran.set(true)));
      }
      assertThatThrownBy(scope::join).isSameAs(first);

      assertThat(late).allSatisfy(job -> assertThat(job.state()).isEqualTo(State.CANCELLED));
      assertThat(ran).isFalse();
      assertThatThrownBy(() -> late.getFirst().join()).isSameAs(first);
    }
  }

  @OnEachRuntime(workers = 1)
  void siblingsQueuedBehindTheFailureDoNotStart(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger ran = new AtomicInteger();

    heddle.invoke(
        () -> {
          try (Scope scope = Scope.open()) {
            for (int i = 0; i < 100; i++) {
              scope.spawn(ran::incrementAndGet);
            }
            scope.spawn(() -> failWith(first)); // the newest, so the first to run
            assertThatThrownBy(scope::join).isSameAs(first);
          }
          return ran;
        });

    assertThat(ran).hasValue(0);
  }

  @OnEachRuntime
  void aFailureLeavesSiblingsThatRunAlone(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicBoolean running = new AtomicBoolean();

    try (Scope scope = heddle.scope()) {
      Job<String> sibling =
          scope.spawn(
              () -> {
                running.set(true);
                gate.await();
                return Thread.currentThread().isInterrupted() ? "interrupted" : "at peace";
              });
      await("the sibling runs", running::get);
      Job<?> failing = scope.spawn(() -> failWith(first));
      await("it has failed", failing::isDone);
      never("the sibling ends", sibling::isDone);
      gate.open();

      assertThatThrownBy(scope::join).isSameAs(first);
      assertThat(sibling.join()).isEqualTo("at peace");
    }
  }

  @OnEachRuntime
  void aFailureReachesTheOutermostScopeOnce(Setup setup) {
    Heddle heddle = start(setup);

    Throwable thrown = catchThrowable(() -> heddle.invoke(() -> failingTree(6)));

    assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessage("a leaf");
  }

  private static int failingTree(int depth) {
    if (depth == 0) {
      throw new IllegalStateException("a leaf");
    }
    try (Scope scope = Scope.open()) {
      scope.spawn(() -> failingTree(depth - 1));
      scope.spawn(() -> failingTree(depth - 1));
    }
    return depth;
  }

  // ---- cancel

  @OnEachRuntime
  void cancelEndsWhatHasNotStartedAndInterruptsWhatRuns(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    AtomicInteger started = new AtomicInteger();
    AtomicInteger interrupted = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      for (int i = 0; i < 5; i++) {
        scope.spawn(
            () -> {
              started.incrementAndGet();
              try {
                never.awaitInterruptibly();
              } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
              }
              return 0;
            });
      }
      await("all run", () -> started.get() == 5);
      scope.cancel();
      Job<?> late = scope.spawn(started::incrementAndGet);

      assertThatThrownBy(scope::join).isInstanceOf(CancellationException.class);
      assertThat(interrupted).hasValue(5);
      assertThat(late.isCancelled()).isTrue();
      assertThat(started).hasValue(5);
    }
  }

  @OnEachRuntime
  void cancelFromAnotherThreadEndsAJoinUnderWay(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();

    try (Scope scope = heddle.scope()) {
      scope.spawn(
          () -> {
            never.awaitInterruptibly();
            return 0;
          });
      thread(
          "canceller",
          () -> {
            await("the job waits", () -> never.waiters() == 1);
            scope.cancel();
          });
      assertThatThrownBy(scope::join).isInstanceOf(CancellationException.class);
    }
  }

  @OnEachRuntime
  void cancelReachesJobsThatJobsSpawned(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    AtomicInteger interrupted = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      scope.spawn(
          () ->
              scope.spawn(
                  () -> {
                    try {
                      never.awaitInterruptibly();
                    } catch (InterruptedException e) {
                      interrupted.incrementAndGet();
                    }
                  }));
      await("the grandchild waits", () -> never.waiters() == 1);
      scope.cancel();
      assertThatThrownBy(scope::join).isInstanceOf(CancellationException.class);
    }

    assertThat(interrupted).hasValue(1);
  }

  @OnEachRuntime
  void cancellingASiblingJobDoesNotFailTheScope(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();

    try (Scope scope = heddle.scope()) {
      Job<?> job =
          scope.spawn(
              () -> {
                never.awaitInterruptibly();
                return 0;
              });
      Job<Integer> other = scope.spawn(() -> 1);
      await("the job waits", () -> never.waiters() == 1);
      job.cancel();
      scope.join();

      assertThat(job.isCancelled()).isTrue();
      assertThat(other.join()).isEqualTo(1);
    }
  }

  /** One that is cancelled while it stands in the owner's own deque must not be counted twice. */
  @OnEachRuntime
  void jobsThatTheOwnerCancelsBeforeTheyStartDoNotKeepTheScopeOpen(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();
    Job<Integer> owner =
        heddle.submit(
            () -> {
              int cancelled = 0;
              try (Scope scope = Scope.open()) {
                for (int i = 0; i < 100; i++) {
                  Job<?> job =
                      i % 3 == 0
                          ? scope.enqueue(ran::incrementAndGet)
                          : scope.spawn(ran::incrementAndGet);
                  if (i % 2 == 0) {
                    job.cancel();
                    cancelled += job.isCancelled() ? 1 : 0;
                  }
                  if (i % 10 == 0) {
                    scope.join();
                  }
                }
              }
              return cancelled;
            });

    assertThat(await(owner) + ran.get()).isEqualTo(100);
  }

  @OnEachRuntime
  void interruptingTheOwnerCancelsTheScope(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    AtomicBoolean jobInterrupted = new AtomicBoolean();

    Thread owner =
        thread(
            "owner",
            () -> {
              try (Scope scope = heddle.scope()) {
                scope.spawn(
                    () -> {
                      try {
                        never.awaitInterruptibly();
                      } catch (InterruptedException e) {
                        jobInterrupted.set(true);
                        throw e;
                      }
                      return 0;
                    });
                assertThatThrownBy(scope::join).isInstanceOf(CancellationException.class);
                assertThat(Thread.currentThread().isInterrupted()).as("still set").isTrue();
              }
            });
    await("the job waits", () -> never.waiters() == 1);
    owner.interrupt();

    await(owner);
    assertThat(jobInterrupted).isTrue();
  }

  /**
   * A cancel goes down the tree: the job's interrupt ends its join, which cancels its own scope.
   */
  @OnEachRuntime
  void cancellingAJobThatJoinsAScopeCancelsThatScope(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    AtomicInteger interrupted = new AtomicInteger();
    Job<?> outer =
        heddle.submit(
            () -> {
              try (Scope scope = Scope.open()) {
                for (int i = 0; i < 3; i++) {
                  scope.enqueue(
                      () -> {
                        try {
                          never.awaitInterruptibly();
                        } catch (InterruptedException e) {
                          interrupted.incrementAndGet();
                        }
                      });
                }
                scope.join();
              }
            });
    await("the leaves wait", () -> never.waiters() == 3);
    outer.cancel();

    assertThatThrownBy(outer::join).isInstanceOf(CancellationException.class);
    assertThat(interrupted).hasValue(3);
  }

  @OnEachRuntime
  void interruptingTheOwnerEndsATimedJoin(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();

    Thread owner =
        thread(
            "owner",
            () -> {
              Scope scope = heddle.scope();
              scope.spawn(
                  () -> {
                    never.awaitInterruptibly();
                    return 0;
                  });
              assertThatThrownBy(() -> scope.joinFor(Delays.LONG))
                  .isInstanceOf(CancellationException.class);
              assertThat(Thread.interrupted()).isTrue();
              scope.close(); // does not throw again
            });
    await("the job waits", () -> never.waiters() == 1);
    owner.interrupt();

    await(owner);
  }
}
