package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/** {@code submit}, {@code invoke}, {@code spawn} and {@code enqueue}, from outside and inside. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class GivingWorkTest extends ConcurrentTestCase {

  // ---- submit

  @OnEachRuntime
  void submitRunsTheBodyOnAWorkerAndTheJobHasTheResult(Setup setup) throws Exception {
    Heddle heddle = start(setup);

    int worker = await(heddle.submit(Heddle::currentWorker));

    assertThat(worker).isBetween(0, setup.workers() - 1);
    assertThat(Heddle.currentWorker()).isEqualTo(-1);
  }

  @OnEachRuntime
  void nullIsAResultLikeAnyOther(Setup setup) throws Exception {
    Heddle heddle = start(setup);

    assertThat(await(heddle.submit(() -> (@Nullable String) null))).isNull();
    assertThat(await(heddle.submit(() -> {}))).isNull();
  }

  @OnEachRuntime
  void everyBodySubmittedByManyThreadsRunsExactlyOnce(Setup setup) {
    int producers = 4;
    int each = 2_000;
    Heddle heddle = start(setup);
    AtomicIntegerArray runs = new AtomicIntegerArray(producers * each);

    List<Thread> threads = new ArrayList<>();
    for (int p = 0; p < producers; p++) {
      int base = p * each;
      threads.add(
          thread(
              "producer-" + p,
              () -> {
                List<Job<?>> jobs = new ArrayList<>();
                for (int i = base; i < base + each; i++) {
                  int id = i;
                  jobs.add(heddle.submit(() -> runs.incrementAndGet(id)));
                }
                for (Job<?> job : jobs) {
                  await(job);
                }
              }));
    }
    threads.forEach(ConcurrentTestCase::await);

    for (int i = 0; i < runs.length(); i++) {
      assertThat(runs.get(i)).as("runs of item %d", i).isEqualTo(1);
    }
  }

  @OnEachRuntime
  void whatWasWrittenBeforeSubmitIsSeenInsideAndWhatIsWrittenThereIsSeenAfterJoin(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < 200; round++) {
      int[] plain = new int[2];
      plain[0] = round;
      heddle.submit(() -> plain[1] = plain[0] + 1).join();
      assertThat(plain[1]).isEqualTo(round + 1);
    }
  }

  @OnEachRuntime
  void aJobSubmittedInsideOfAJobCanBeJoinedThere(Setup setup) throws Exception {
    Heddle heddle = start(setup);

    Job<Integer> outer =
        heddle.submit(
            () -> {
              Job<Integer> left = heddle.submit(() -> 40);
              Job<Integer> right = heddle.submit(() -> 2);
              return left.join() + right.join();
            });

    assertThat(await(outer)).isEqualTo(42);
  }

  @OnEachRuntime
  void aFailureOfSubmitIsToldToTheJobOnly(Setup setup) {
    Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> uncaught.add(e)));
    IllegalStateException failure = new IllegalStateException("on purpose");

    Job<?> job =
        heddle.submit(
            () -> {
              throw failure;
            });

    assertThatThrownBy(job::join).isSameAs(failure);
    heddle.close();
    assertThat(uncaught).isEmpty();
  }

  // ---- invoke

  @OnEachRuntime
  void invokeReturnsTheResult(Setup setup) {
    Heddle heddle = start(setup);

    assertThat(heddle.invoke(() -> Heddle.currentWorker() >= 0 ? "inside" : "outside"))
        .isEqualTo("inside");
  }

  @OnEachRuntime
  void invokeThrowsTheVeryObjectThatTheBodyThrew(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException unchecked = new IllegalStateException("on purpose");
    AssertionError error = new AssertionError("on purpose");

    assertThatThrownBy(() -> heddle.invoke(() -> failWith(unchecked))).isSameAs(unchecked);
    assertThatThrownBy(() -> heddle.invoke(() -> failWith(error))).isSameAs(error);
  }

  @OnEachRuntime
  void invokePutsACheckedExceptionIntoACompletionException(Setup setup) {
    Heddle heddle = start(setup);
    IOException checked = new IOException("on purpose");

    assertThatThrownBy(() -> heddle.invoke(() -> failWith(checked)))
        .isInstanceOf(CompletionException.class)
        .hasCause(checked);
    assertThatThrownBy(() -> heddle.invoke(() -> heddle.invoke(() -> failWith(checked))))
        .isInstanceOf(CompletionException.class)
        .hasCause(checked);
  }

  @OnEachRuntime
  void invokeInsideOfTheRuntimeRunsInPlace(Setup setup) {
    Heddle heddle = start(setup);

    boolean same =
        heddle.invoke(
            () -> {
              Thread outer = Thread.currentThread();
              return heddle.invoke(() -> Thread.currentThread() == outer);
            });

    assertThat(same).isTrue();
  }

  @OnEachRuntime
  void invokeOfATaskWaitsForItAndThrowsWhatItThrew(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger worker = new AtomicInteger(-1);
    IllegalStateException failure = new IllegalStateException("on purpose");

    heddle.invoke(Task.of(() -> worker.set(Heddle.currentWorker())));

    assertThat(worker.get()).isBetween(0, setup.workers() - 1);
    Task failing =
        Task.of(
            () -> {
              throw failure;
            });
    assertThatThrownBy(() -> heddle.invoke(failing)).isSameAs(failure);
  }

  @OnEachRuntime
  void invokeOfATaskInsideOfTheRuntimeWaitsForItToo(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException failure = new IllegalStateException("on purpose");
    AtomicInteger ran = new AtomicInteger();

    heddle.invoke(
        () -> {
          heddle.invoke(Task.of(ran::incrementAndGet));
          assertThat(ran).hasValue(1);
          Task failing =
              Task.of(
                  () -> {
                    throw failure;
                  });
          assertThatThrownBy(() -> heddle.invoke(failing)).isSameAs(failure);
        });
  }

  // ---- spawn and enqueue

  @OnEachRuntime
  void spawnAndEnqueueRunTheirTasks(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();

    heddle.spawn(ran::incrementAndGet);
    heddle.spawn(Task.of(ran::incrementAndGet));
    heddle.enqueue(ran::incrementAndGet);
    heddle.enqueue(Task.of(ran::incrementAndGet));
    heddle.submit(
        () -> {
          heddle.spawn(ran::incrementAndGet);
          heddle.enqueue(ran::incrementAndGet);
        });

    await("all six ran", () -> ran.get() == 6);
  }

  @OnEachRuntime
  void aSpawnedOrEnqueuedTaskThatFailsUnjoinedIsToldToTheHandler(Setup setup) {
    Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> uncaught.add(e)));
    IllegalStateException spawned = new IllegalStateException("spawned");
    IllegalStateException enqueued = new IllegalStateException("enqueued");

    heddle.spawn(
        () -> {
          throw spawned;
        });
    heddle.enqueue(
        () -> {
          throw enqueued;
        });

    await("both are told", () -> uncaught.size() == 2);
    assertThat(uncaught).containsExactlyInAnyOrder(spawned, enqueued);
  }

  @OnEachRuntime
  void aFailureThatSomebodyWaitsForIsNotToldToTheHandler(Setup setup) {
    Heddle heddle = start(setup); // whose handler fails the test
    Gate gate = new Gate();
    IllegalStateException failure = new IllegalStateException("on purpose");
    Task task =
        Task.of(
            () -> {
              gate.await();
              throw failure;
            });

    heddle.spawn(task);
    Thread joiner = thread("joiner", () -> assertThatThrownBy(task::join).isSameAs(failure));
    await("the joiner waits", () -> joiner.getState() == Thread.State.WAITING);
    gate.open();

    await(joiner);
  }

  // ---- two runtimes

  @OnEachRuntime
  void aJobOfOneRuntimeMayWaitForAJobOfAnother(Setup setup) throws Exception {
    Heddle one = start(setup);
    Heddle other = start(setup);

    Job<String> job =
        one.submit(
            () -> {
              Job<String> there = other.submit(() -> Thread.currentThread().getName());
              return Thread.currentThread().getName() + " waits for " + there.join();
            });

    assertThat(await(job)).matches(one.name() + "-.* waits for " + other.name() + "-.*");
  }

  @OnEachRuntime
  void aJobOfOneRuntimeMayOpenAScopeOfAnother(Setup setup) throws Exception {
    Heddle one = start(setup);
    Heddle other = start(setup);

    Job<Boolean> job =
        one.submit(
            () -> {
              try (Scope scope = other.scope()) {
                Job<String> spawned = scope.spawn(() -> Thread.currentThread().getName());
                Job<String> enqueued = scope.enqueue(() -> Thread.currentThread().getName());
                scope.join();
                return spawned.join().startsWith(other.name())
                    && enqueued.join().startsWith(other.name())
                    && Thread.currentThread().getName().startsWith(one.name());
              }
            });

    assertThat(await(job)).isTrue();
  }

  private static int failWith(Throwable e) throws Exception {
    switch (e) {
      case Error error -> throw error;
      case Exception exception -> throw exception;
      default -> throw new AssertionError(e);
    }
  }
}
