package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

class ThreadFactoryTest extends ConcurrentTestCase {

  @OnEachRuntime
  void aThreadRunsOnTheWorkersOnceItIsStarted(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger inside = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      threads.add(
          heddle
              .threadFactory()
              .newThread(() -> inside.addAndGet(Heddle.currentWorker() >= 0 ? 1 : 0)));
    }

    never("one runs that was not started", () -> inside.get() > 0);
    threads.forEach(Thread::start);
    threads.forEach(ConcurrentTestCase::await);

    assertThat(inside).hasValue(50);
  }

  @OnEachRuntime
  void aThreadMayStartOthersFromInside(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();
    Thread outer =
        heddle
            .threadFactory()
            .newThread(
                () -> {
                  for (int i = 0; i < 20; i++) {
                    heddle.threadFactory().newThread(ran::incrementAndGet).start();
                  }
                });
    outer.start();
    await("all have run", () -> ran.get() == 20);
  }

  @OnEachRuntime
  void closeWaitsForIt(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean ended = new AtomicBoolean();
    Gate gate = new Gate();
    Thread thread =
        heddle
            .threadFactory()
            .newThread(
                () -> {
                  gate.await();
                  ended.set(true);
                });
    thread.start();
    await("it waits", () -> gate.hasParked(1));
    Thread closer =
        thread("closer", () -> assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue());
    await("the close has begun", heddle::isClosed);
    never("the close ends", () -> !closer.isAlive());
    gate.open();
    await(closer);

    assertThat(ended).isTrue();
  }

  @OnEachRuntime
  void closeInterruptsItAfterTheDeadline(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean interrupted = new AtomicBoolean();
    Gate gate = new Gate();
    Thread thread =
        heddle
            .threadFactory()
            .newThread(
                () -> {
                  try {
                    gate.awaitInterruptibly();
                  } catch (InterruptedException e) {
                    interrupted.set(true);
                  }
                });
    thread.start();
    await("it waits", () -> gate.hasParked(1));

    ShutdownReport report = heddle.shutdown(Delays.SHORT);

    assertThat(interrupted).isTrue();
    assertThat(report.interrupted()).hasSize(1);
    assertThat(report.unfinished()).isEmpty();
    assertThat(report.abandoned()).isZero();
  }

  @OnEachRuntime(workers = {1, 4})
  void closeReportsByItsNameWhatDoesNotEnd(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Thread thread = heddle.threadFactory().newThread(gate::await);
    thread.setName("stubborn");
    thread.start();
    await("it waits", () -> gate.hasParked(1));

    ShutdownReport report = heddle.shutdown(Delays.SHORT);

    assertThat(report.unfinished())
        .singleElement()
        .asString()
        .startsWith("stubborn")
        .contains("Gate.await");
    gate.open();
    await(thread);
  }

  @OnEachRuntime
  void whatItThrowsGoesToItsOwnHandlerOrTheRuntimes(Setup setup) {
    Queue<Throwable> atRuntime = new ConcurrentLinkedQueue<>();
    Queue<Throwable> atThread = new ConcurrentLinkedQueue<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> atRuntime.add(e)));
    RuntimeException one = new IllegalStateException("one");
    StackOverflowError two = new StackOverflowError("two");
    Thread plain = heddle.threadFactory().newThread(() -> raise(one));
    Thread handled = heddle.threadFactory().newThread(() -> raise(two));
    handled.setUncaughtExceptionHandler((thread, e) -> atThread.add(e));

    plain.start();
    handled.start();
    await(plain);
    await(handled);

    assertThat(atRuntime).containsExactly(one);
    assertThat(atThread).containsExactly(two);
  }

  private static void raise(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) e;
  }

  @OnEachRuntime
  void afterTheCloseNoThreadIsMade(Setup setup) {
    Heddle heddle = start(setup);
    heddle.close();

    assertThatThrownBy(() -> heddle.threadFactory().newThread(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining(heddle.name());
  }

  /** Who made it was not refused, so it runs, though under no worker. */
  @OnEachRuntime(workers = 2)
  void oneThatIsStartedTooLateRunsAllTheSame(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger worker = new AtomicInteger(7);
    Thread thread = heddle.threadFactory().newThread(() -> worker.set(Heddle.currentWorker()));
    heddle.close();
    thread.start();
    await(thread);

    assertThat(worker).hasValue(-1);
  }

  @OnEachRuntime(workers = 2)
  void oneThatIsNeverStartedKeepsNothingWaiting(Setup setup) {
    Heddle heddle = start(setup);
    Thread thread = heddle.threadFactory().newThread(() -> {});

    assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue();
    assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
  }

  @OnEachRuntime(workers = 0)
  void thereIsNoneWithoutWorkers(Setup setup) {
    Heddle heddle = start(setup);

    assertThatThrownBy(heddle::threadFactory)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("0 workers");
  }

  // ---- the JDK on it

  @OnEachRuntime
  void theJdksThreadPerTaskExecutorRunsOnIt(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Future<Integer>> futures = new ArrayList<>();
    try (ExecutorService executor = Executors.newThreadPerTaskExecutor(heddle.threadFactory())) {
      for (int i = 0; i < 50; i++) {
        int number = i;
        futures.add(
            executor.submit(
                () -> {
                  Fiber.sleep(Duration.ofMillis(1));
                  return Heddle.currentWorker() >= 0 ? number : -1;
                }));
      }
    }
    for (int i = 0; i < 50; i++) {
      assertThat(futures.get(i).get()).isEqualTo(i);
    }
  }

  /** On the platform engine its idle threads would hold workers. */
  @OnEachRuntime(engines = Engine.VIRTUAL)
  void aThreadPoolRunsOnIt(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    try (ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            4, 4, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), heddle.threadFactory())) {
      List<Future<Boolean>> futures = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        futures.add(pool.submit(() -> Heddle.currentWorker() >= 0));
      }
      for (Future<Boolean> future : futures) {
        assertThat(await(future)).isTrue();
      }
    }
  }
}
