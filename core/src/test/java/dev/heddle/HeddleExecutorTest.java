package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.metrics.ShutdownReport;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** {@code heddle.executor()} keeps what {@link ExecutorService} promises. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class HeddleExecutorTest extends ConcurrentTestCase {
  private static final long LONG = Delays.LONG.toNanos();

  @OnEachRuntime
  void runsWhatItIsGiven(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    ExecutorService executor = heddle.executor();
    assertThat(heddle.executor()).isSameAs(executor);
    AtomicInteger worker = new AtomicInteger(-1);

    executor.execute(() -> worker.set(Heddle.currentWorker()));
    assertThat(await(executor.submit(() -> "result"))).isEqualTo("result");
    assertThat(await(executor.submit(() -> {}, "given"))).isEqualTo("given");
    assertThat(await(executor.submit(() -> {}))).isNull();
    assertThat(CompletableFuture.supplyAsync(Heddle::currentWorker, executor).get())
        .isNotNegative();

    await("it ran", () -> worker.get() >= 0);
  }

  @OnEachRuntime
  void submitTellsTheFailureToTheFutureAndExecuteToTheHandler(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
    IllegalStateException failure = new IllegalStateException("on purpose");

    Future<?> future =
        heddle
            .executor()
            .submit(
                () -> {
                  throw failure;
                });
    assertThatThrownBy(() -> await(future))
        .isInstanceOf(ExecutionException.class)
        .hasCause(failure);
    assertThat(told).isEmpty();

    heddle
        .executor()
        .execute(
            () -> {
              throw failure;
            });
    await("the handler is told", () -> told.contains(failure));
  }

  @OnEachRuntime
  void invokeAllWaitsForAll(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int id = i;
      calls.add(() -> id);
    }

    List<Future<Integer>> futures = heddle.executor().invokeAll(calls);

    assertThat(futures).allMatch(Future::isDone);
    for (int i = 0; i < 100; i++) {
      assertThat(futures.get(i).get()).isEqualTo(i);
    }
  }

  @OnEachRuntime
  void invokeAllCancelsWhatIsLateAtItsDeadline(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    AtomicBoolean interrupted = new AtomicBoolean();

    List<Future<Integer>> futures =
        heddle
            .executor()
            .invokeAll(
                List.of(
                    () -> 1,
                    () -> {
                      try {
                        never.awaitInterruptibly();
                      } catch (InterruptedException e) {
                        interrupted.set(true);
                        throw e;
                      }
                      return 2;
                    }),
                Delays.TIMEOUT.toNanos(),
                TimeUnit.NANOSECONDS);

    assertThat(futures.getLast().isCancelled()).isTrue();
    await("the late one is interrupted", interrupted::get);
  }

  @OnEachRuntime
  void invokeAnyReturnsOneAndCancelsTheRest(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    Callable<String> endless =
        () -> {
          never.awaitInterruptibly();
          return "endless";
        };
    Callable<String> failing =
        () -> {
          throw new IllegalStateException("on purpose");
        };

    assertThat(heddle.executor().invokeAny(List.of(failing, endless, () -> "quick")))
        .isEqualTo("quick");
    assertThatThrownBy(() -> heddle.executor().invokeAny(List.of(failing, failing)))
        .isInstanceOf(ExecutionException.class);
  }

  @OnEachRuntime(notSimulated = "waits by the JDK, in real time")
  void invokeAnyTellsThatTheTimeIsUp(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    Callable<String> endless =
        () -> {
          never.awaitInterruptibly();
          return "endless";
        };

    assertThatThrownBy(
            () ->
                heddle
                    .executor()
                    .invokeAny(List.of(endless), Delays.TIMEOUT.toNanos(), TimeUnit.NANOSECONDS))
        .isInstanceOf(TimeoutException.class);
  }

  @OnEachRuntime
  void cancellingAFutureInterruptsItsTaskAndNoOther(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    Future<?> future =
        heddle
            .executor()
            .submit(
                () -> {
                  never.awaitInterruptibly();
                  return 0;
                });
    await("it waits", () -> never.waiters() == 1);

    assertThat(future.cancel(true)).isTrue();
    assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
    for (int i = 0; i < 2 * setup.workers(); i++) {
      assertThat(await(heddle.executor().submit(() -> Thread.currentThread().isInterrupted())))
          .isFalse();
    }
  }

  // ---- its end

  @OnEachRuntime
  void shutdownLetsWhatWasAcceptedFinishAndRefusesTheRest(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    ExecutorService executor = heddle.executor();
    Gate gate = new Gate();
    Future<Integer> accepted =
        executor.submit(
            () -> {
              gate.await();
              return 1;
            });
    assertThat(executor.isShutdown()).isFalse();

    executor.shutdown();

    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.isTerminated()).isFalse();
    assertThatThrownBy(() -> executor.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining(heddle.name());
    assertThatThrownBy(() -> executor.submit(() -> 1))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(executor.awaitTermination(Delays.SHORT.toNanos(), TimeUnit.NANOSECONDS)).isFalse();
    gate.open();
    assertThat(executor.awaitTermination(LONG, TimeUnit.NANOSECONDS)).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThat(accepted.get()).isEqualTo(1);
    assertThat(heddle.isClosed()).as("the runtime goes on").isFalse();
    assertThat(heddle.invoke(() -> "alive")).isEqualTo("alive");
  }

  @OnEachRuntime
  void anEmptyExecutorTerminatesAtOnce(Setup setup) throws Exception {
    ExecutorService executor = start(setup).executor();

    executor.shutdown();

    assertThat(executor.awaitTermination(LONG, TimeUnit.NANOSECONDS)).isTrue();
    assertThat(executor.isTerminated()).isTrue();
  }

  @OnEachRuntime(workers = {1, 2})
  void shutdownNowInterruptsWhatRunsAndReturnsWhatDidNot(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    ExecutorService executor = heddle.executor();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger interrupted = new AtomicInteger();
    for (int i = 0; i < setup.workers(); i++) {
      executor.execute(
          () -> {
            running.incrementAndGet();
            spinUntil("it is interrupted", () -> Thread.currentThread().isInterrupted());
            interrupted.incrementAndGet();
          });
    }
    await("all workers are busy", () -> running.get() == setup.workers());
    AtomicBoolean ran = new AtomicBoolean();
    List<Runnable> waiting = new ArrayList<>(); // many: a worker that gets free early takes some
    for (int i = 0; i < 1_000; i++) {
      waiting.add(new FutureTask<>(() -> ran.set(true), null));
    }
    waiting.forEach(executor::execute);

    List<Runnable> unstarted = executor.shutdownNow();

    assertThat(unstarted).containsExactlyInAnyOrderElementsOf(waiting);
    assertThat(executor.awaitTermination(LONG, TimeUnit.NANOSECONDS)).isTrue();
    assertThat(interrupted).hasValue(setup.workers());
    heddle.close();
    assertThat(ran).isFalse();
  }

  @OnEachRuntime
  void shutdownNowDoesNotInterruptWorkThatIsNotTheExecutors(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Future<Boolean> other =
        heddle.submit(
            () -> {
              gate.await();
              return Thread.currentThread().isInterrupted();
            });
    await("it waits", () -> gate.waiters() == 1);

    heddle.executor().shutdownNow();
    gate.open();

    assertThat(await(other)).isFalse();
  }

  @OnEachRuntime
  void closeWaitsForItsOwnTasks(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ended = new AtomicInteger();
    try (ExecutorService executor = heddle.executor()) {
      for (int i = 0; i < 50; i++) {
        executor.execute(ended::incrementAndGet);
      }
    }

    assertThat(ended).hasValue(50);
  }

  @OnEachRuntime
  void awaitTerminationIsInterruptible(Setup setup) {
    Heddle heddle = start(setup);
    Thread waiter =
        thread(
            "waiter",
            () ->
                assertThatThrownBy(
                        () -> heddle.executor().awaitTermination(LONG, TimeUnit.NANOSECONDS))
                    .isInstanceOf(InterruptedException.class));
    await("it waits", () -> LockSupport.getBlocker(waiter) != null);
    waiter.interrupt();

    await(waiter);
  }

  // ---- the end of the runtime

  @OnEachRuntime
  void theEndOfTheRuntimeIsTheEndOfTheExecutor(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    ExecutorService executor = heddle.executor();
    Thread waiter =
        thread(
            "waiter",
            () -> assertThat(executor.awaitTermination(2 * LONG, TimeUnit.NANOSECONDS)).isTrue());
    await("it waits", () -> LockSupport.getBlocker(waiter) != null);

    heddle.close();

    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThatThrownBy(() -> executor.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    await(waiter);
  }

  /** A future of an executor must not be left in the lurch by a runtime that ends. */
  @OnEachRuntime(workers = {1, 2})
  void aFutureWhoseTaskTheRuntimeAbandonedEndsToo(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger running = new AtomicInteger();
    for (int i = 0; i < setup.workers(); i++) {
      heddle.submit(
          () -> {
            running.incrementAndGet();
            spinUntil("it is interrupted", () -> Thread.currentThread().isInterrupted());
          });
    }
    await("all workers are busy", () -> running.get() == setup.workers());
    Future<Integer> unstarted = heddle.executor().submit(() -> 1);

    ShutdownReport report = heddle.shutdown(Duration.ZERO);

    assertThat(report.abandoned()).isEqualTo(1);
    assertThatThrownBy(() -> unstarted.get(LONG, TimeUnit.NANOSECONDS))
        .isInstanceOfAny(CancellationException.class, ExecutionException.class);
    assertThat(heddle.executor().isTerminated()).isTrue();
  }

  /** What could not be given to the runtime, for whatever reason, is not waited for. */
  @OnEachRuntime(workers = {1, 2})
  void whatDidNotFitOnTheStackIsNotWaitedFor(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    ExecutorService executor = heddle.executor();
    executor.execute(() -> {}); // so that all classes are there

    for (int round = 0; round < 100; round++) {
      StackEnd.reach(round, () -> executor.execute(() -> {}));
    }
    executor.shutdown();

    assertThat(executor.awaitTermination(LONG, TimeUnit.NANOSECONDS)).isTrue();
  }
}
