package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link Task}: spawn, join, the returned next task, cancel, and misuse. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class TaskTest extends ConcurrentTestCase {

  /** The example of the Javadoc. */
  private static final class Fib extends Task {
    private final int n;
    private int result;

    Fib(int n) {
      this.n = n;
    }

    @Override
    protected @Nullable Task execute() {
      if (n < 2) {
        result = n;
      } else {
        Fib a = new Fib(n - 1);
        a.spawn();
        Fib b = new Fib(n - 2);
        b.execute();
        a.join();
        result = a.result + b.result;
      }
      return null;
    }
  }

  /** Runs itself over and over, as the next task of the one before. */
  private static final class Chain extends Task {
    private final int left;
    private final AtomicInteger runs;

    Chain(int left, AtomicInteger runs) {
      this.left = left;
      this.runs = runs;
    }

    @Override
    protected @Nullable Task execute() {
      runs.incrementAndGet();
      return left > 1 ? new Chain(left - 1, runs) : null;
    }
  }

  private static Task failing(RuntimeException e) {
    return Task.of(
        () -> {
          throw e;
        });
  }

  // ---- spawn and join

  @OnEachRuntime
  void forkAndJoinComputesTheResult(Setup setup) {
    Heddle heddle = start(setup);
    Fib fib = new Fib(20);

    heddle.invoke(fib);

    assertThat(fib.result).isEqualTo(6765);
    assertThat(fib.isDone()).isTrue();
    assertThat(fib.isFailed()).isFalse();
    assertThat(fib.isCancelled()).isFalse();
    fib.join(); // again, at once
  }

  @OnEachRuntime
  void everySpawnedTaskIsExecutedExactlyOnce(Setup setup) {
    Heddle heddle = start(setup);
    int count = 10_000;
    int[] runs = new int[count];

    heddle.invoke(
        () -> {
          Task[] tasks = new Task[count];
          for (int i = 0; i < count; i++) {
            int id = i;
            tasks[i] = Task.of(() -> runs[id]++);
            tasks[i].spawn();
          }
          for (Task task : tasks) { // oldest first: most have to be waited for
            task.join();
          }
          return runs;
        });

    assertThat(Arrays.stream(runs).allMatch(n -> n == 1)).isTrue();
  }

  @OnEachRuntime
  void aTaskMayBeJoinedByManyFromInsideAndOutside(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Task task = Task.of(gate::await);
    heddle.spawn(task);

    List<Job<?>> inside = new ArrayList<>();
    List<Thread> outside = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      inside.add(heddle.submit(task::join));
      outside.add(thread("joiner-" + i, task::join));
      outside.add(virtualThread("joiner-" + i, task::join));
    }
    never("one returns early", () -> inside.stream().anyMatch(Job::isDone));
    gate.open();

    inside.forEach(Job::join);
    outside.forEach(ConcurrentTestCase::await);
  }

  @OnEachRuntime
  void whoJoinsATaskThatRunsInPlaceLearnsOfItsEnd(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Task task = Task.of(gate::await);
    Job<?> spawner =
        heddle.submit(
            () -> {
              task.spawn();
              task.join(); // mostly in place, unless a thief is faster
            });
    await("it waits", () -> gate.waiters() == 1);

    Job<?> inside = heddle.submit(task::join);
    Thread outside = thread("joiner", task::join);
    never("one returns early", () -> inside.isDone() || !outside.isAlive());
    gate.open();

    inside.join();
    await(outside);
    spawner.join();
  }

  @OnEachRuntime
  void aSuccessorOfATaskThatRunsInPlaceStartsAtItsEnd(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Task task = Task.of(gate::await);
    heddle.submit(
        () -> {
          task.spawn();
          task.join();
        });
    await("it waits", () -> gate.waiters() == 1);

    Task successor = Task.of(() -> {}).after(task);
    heddle.spawn(successor);
    never("it starts early", successor::isDone);
    gate.open();

    successor.join();
    assertThat(task.isDone()).isTrue();
  }

  @OnEachRuntime
  void joinIsNotInterruptibleAndKeepsTheInterruptPending(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Task task = Task.of(gate::await);
    heddle.spawn(task);

    Thread joiner =
        thread(
            "joiner",
            () -> {
              task.join();
              assertThat(task.isDone()).isTrue();
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
            });
    await("it waits", () -> joiner.getState() == Thread.State.WAITING);
    joiner.interrupt();
    never("it ends", () -> !joiner.isAlive());
    gate.open();
    await(joiner);
  }

  // ---- failure

  @OnEachRuntime
  void joinThrowsTheVeryExceptionWithBothStacks(Setup setup) {
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> {}));
    Task task = Task.of(TaskTest::failByThisName);

    Throwable thrown =
        heddle.invoke(
            () -> {
              heddle.enqueue(task); // not on the joiner's own deque
              return catchThrowable(() -> joinByThisName(task));
            });

    assertThat(thrown).hasMessage("on purpose");
    assertThat(Arrays.toString(thrown.getStackTrace())).contains("failByThisName");
    assertThat(thrown.getSuppressed()).hasSize(1);
    assertThat(Arrays.toString(thrown.getSuppressed()[0].getStackTrace()))
        .contains("joinByThisName");
    assertThat(task.isFailed()).isTrue();
    assertThatThrownBy(task::join).isSameAs(thrown);
  }

  @OnEachRuntime
  void aTaskThatIsRunInPlaceThrowsTheVeryExceptionToo(Setup setup) {
    Heddle heddle = start(setup);
    Task task = Task.of(TaskTest::failByThisName);

    Throwable thrown =
        heddle.invoke(
            () -> {
              task.spawn();
              return catchThrowable(() -> joinByThisName(task));
            });

    assertThat(thrown).hasMessage("on purpose");
    String trace =
        Arrays.toString(thrown.getStackTrace())
            + Arrays.stream(thrown.getSuppressed())
                .map(each -> Arrays.toString(each.getStackTrace()))
                .toList();
    assertThat(trace).contains("failByThisName").contains("joinByThisName");
  }

  private static void failByThisName() {
    throw new IllegalStateException("on purpose");
  }

  private static void joinByThisName(Task task) {
    task.join();
  }

  @OnEachRuntime
  void aCheckedExceptionComesInsideACompletionException(Setup setup) {
    Heddle heddle = start(setup);
    IOException checked = new IOException("on purpose");
    Task task =
        new Task() {
          @Override
          protected Task execute() {
            throw sneaky(checked);
          }
        };

    assertThatThrownBy(() -> heddle.invoke(task))
        .isInstanceOf(CompletionException.class)
        .hasCause(checked);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
    throw (E) e;
  }

  // ---- the returned next task

  @OnEachRuntime
  void theReturnedTaskRunsNext(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger runs = new AtomicInteger();

    heddle.spawn(new Chain(100_000, runs)); // would overflow the stack if it ran on it

    await("all have run", () -> runs.get() == 100_000);
  }

  @OnEachRuntime
  void theReturnedTaskCanBeJoined(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Task next = Task.of(gate::await);
    Task first =
        new Task() {
          @Override
          protected Task execute() {
            return next;
          }
        };

    heddle.invoke(first); // does not wait for the next one
    assertThat(next.isDone()).isFalse();
    gate.open();
    next.join();
  }

  @OnEachRuntime
  void theTaskReturnedByOneThatRanInPlaceRunsToo(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger runs = new AtomicInteger();

    heddle.invoke(
        () -> {
          Task chain = new Chain(1_000, runs);
          chain.spawn();
          chain.join();
          return runs;
        });

    await("all have run", () -> runs.get() == 1_000);
  }

  @OnEachRuntime
  void returningATaskThatWasSpawnedFailsTheOneThatReturnsIt(Setup setup) {
    Heddle heddle = start(setup);
    Task spawned = Task.of(() -> {});
    heddle.invoke(spawned);
    Task bad =
        new Task() {
          @Override
          protected Task execute() {
            return spawned;
          }
        };

    assertThatThrownBy(() -> heddle.invoke(bad))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("spawned twice");
  }

  @OnEachRuntime
  void theReturnedTaskOfAFailingTaskDoesNotExist(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException failure = new IllegalStateException("on purpose");

    assertThatThrownBy(() -> heddle.invoke(failing(failure))).isSameAs(failure);
    assertThat(heddle.invoke(() -> "still here")).isEqualTo("still here");
  }

  // ---- cancel

  @OnEachRuntime(workers = 1)
  void aTaskCancelledBeforeItStartsIsNotExecuted(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean ran = new AtomicBoolean();
    Task inDeque = Task.of(() -> ran.set(true));
    Task inQueue = Task.of(() -> ran.set(true));

    heddle.invoke(
        () -> {
          inDeque.spawn();
          heddle.enqueue(inQueue);
          assertThat(inDeque.cancel()).isTrue();
          assertThat(inQueue.cancel()).isTrue();
          assertThatThrownBy(inDeque::join).isInstanceOf(CancellationException.class);
          assertThatThrownBy(inQueue::join).isInstanceOf(CancellationException.class);
          return ran;
        });

    assertThat(ran).isFalse();
    assertThat(inDeque.isCancelled()).isTrue();
    assertThat(inQueue.isDone()).isTrue();
    assertThat(inQueue.cancel()).as("ended already").isFalse();
  }

  @OnEachRuntime(workers = {1, 2})
  void aTaskCancelledBeforeItIsSpawnedIsNotExecuted(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean ran = new AtomicBoolean();
    Task task = Task.of(() -> ran.set(true));

    task.cancel();

    assertThatThrownBy(() -> heddle.invoke(task)).isInstanceOf(CancellationException.class);
    assertThat(ran).isFalse();
  }

  @OnEachRuntime
  void cancellingATaskThatRunsLetsItGoOn(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicBoolean interrupted = new AtomicBoolean();
    Task task =
        Task.of(
            () -> {
              gate.await();
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    heddle.spawn(task);
    await("it runs", () -> gate.waiters() == 1);

    assertThat(task.cancel()).isTrue();
    gate.open();
    task.join();

    assertThat(task.isCancelled()).isFalse();
    assertThat(interrupted).isFalse();
  }

  // ---- misuse

  @OnEachRuntime(workers = {1, 2})
  void aTaskIsSpawnedOnce(Setup setup) {
    Heddle heddle = start(setup);
    Task task = Task.of(() -> {});
    heddle.invoke(task);

    assertThatThrownBy(() -> heddle.spawn(task))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("spawned twice")
        .hasMessageContaining(task.toString());
    assertThatThrownBy(() -> heddle.enqueue(task)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> heddle.invoke(task)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                heddle.invoke(
                    () -> {
                      task.spawn();
                      return 0;
                    }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void joiningATaskThatWasNeverSpawnedIsRefused() {
    Task task = Task.of(() -> {});

    assertThatThrownBy(task::join)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("never spawned");
  }

  @Test
  void spawningOutsideOfARuntimeIsRefused() {
    Task task = Task.of(() -> {});

    assertThatThrownBy(task::spawn)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("outside");
  }

  @OnEachRuntime(workers = {1, 2})
  void whatMustComeBeforeTheSpawnIsRefusedAfterIt(Setup setup) {
    Heddle heddle = start(setup);
    Task task = Task.of(() -> {});
    heddle.invoke(task);

    assertThatThrownBy(() -> task.affinity(Affinity.worker(0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("affinity");
    assertThatThrownBy(() -> task.after(Task.of(() -> {})))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("after");
  }

  @OnEachRuntime(workers = {1, 2})
  void aTaskThatARuntimeRefusedCanBeGivenToAnother(Setup setup) {
    Heddle closed = start(setup);
    Heddle open = start(setup);
    closed.close();
    AtomicBoolean ran = new AtomicBoolean();
    Task task = Task.of(() -> ran.set(true));

    assertThatThrownBy(() -> closed.spawn(task)).isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> closed.enqueue(task)).isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> closed.invoke(task)).isInstanceOf(RejectedExecutionException.class);
    open.invoke(task);

    assertThat(ran).isTrue();
  }
}
