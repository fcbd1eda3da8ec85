package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.metrics.Engine;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.process.Pid;
import dev.heddle.task.Affinity;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A runtime without workers: the threads that wait for its work run it. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class NoWorkersTest extends ConcurrentTestCase {

  @OnEachRuntime(workers = 0)
  void nothingRunsUntilSomebodyWaits(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();
    heddle.enqueue(ran::incrementAndGet);
    Job<?> job = heddle.submit(ran::incrementAndGet);

    never("something runs", () -> ran.get() > 0);
    job.join();

    assertThat(ran).hasValue(2); // the older one stood before it
    assertThat(heddle.workers()).isZero();
  }

  @OnEachRuntime(workers = 0)
  void everyKindOfWaitRunsWhatItWaitsFor(Setup setup) throws Exception {
    Heddle heddle = start(setup);

    assertThat(heddle.submit(() -> 1).join()).isEqualTo(1);
    assertThat(heddle.submit(() -> 2).get()).isEqualTo(2);
    assertThat(heddle.submit(() -> 3).get(Delays.LONG.toNanos(), TimeUnit.NANOSECONDS))
        .isEqualTo(3);
    assertThat(heddle.invoke(() -> Heddle.currentWorker() >= 0)).isTrue();
    AtomicBoolean ran = new AtomicBoolean();
    heddle.invoke(Task.of(() -> ran.set(true)));
    assertThat(ran).isTrue();
    try (Scope scope = heddle.scope()) {
      Job<Integer> spawned = scope.spawn(() -> 4);
      Job<Integer> enqueued = scope.enqueue(() -> 5);
      scope.join();
      assertThat(spawned.resultNow() + enqueued.resultNow()).isEqualTo(9);
      scope.spawn(() -> {});
      assertThat(scope.joinFor(Delays.LONG)).isTrue();
    }
  }

  @OnEachRuntime(workers = 0)
  void whatRunsMayForkAndJoin(Setup setup) {
    Heddle heddle = start(setup);

    assertThat(heddle.invoke(() -> fib(15))).isEqualTo(610);
  }

  private static int fib(int n) {
    if (n < 2) {
      return n;
    }
    try (Scope scope = Scope.open()) {
      Job<Integer> left = scope.spawn(() -> fib(n - 1));
      return fib(n - 2) + left.join();
    }
  }

  @OnEachRuntime(workers = 0)
  void whatRunsMayWaitForOtherWorkOfTheRuntime(Setup setup) {
    Heddle heddle = start(setup);

    int result =
        heddle.invoke(
            () -> {
              Job<Integer> enqueued = heddle.submit(() -> heddle.submit(() -> 20).join() + 1);
              return enqueued.join() * 2;
            });

    assertThat(result).isEqualTo(42);
  }

  @OnEachRuntime(workers = 0)
  void manyThreadsThatWaitShareTheWork(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      threads.add(
          thread(
              "waiter-" + t,
              () -> {
                for (int i = 0; i < 50; i++) {
                  try (Scope scope = heddle.scope()) {
                    for (int k = 0; k < 10; k++) {
                      scope.spawn(ran::incrementAndGet);
                    }
                  }
                }
              }));
    }
    threads.forEach(ConcurrentTestCase::await);

    assertThat(ran).hasValue(2_000);
  }

  @OnEachRuntime(workers = 0)
  void aWaitThatIsOverLeavesTheRestToTheNext(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> blocked = heddle.submit(gate::await);
    Job<Integer> quick = heddle.submit(() -> 1);

    assertThat(quick.join()).isEqualTo(1);
    assertThat(blocked.isDone()).isFalse();
    gate.open();
    blocked.join();
  }

  @OnEachRuntime(workers = 0)
  void aTimedWaitEndsInTime(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> blocked = heddle.submit(gate::await);
    long start = System.nanoTime();

    assertThatThrownBy(() -> blocked.get(Delays.TIMEOUT.toNanos(), TimeUnit.NANOSECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Delays.TIMEOUT, Delays.scaled(5_000));
    gate.open();
    blocked.join();
  }

  @OnEachRuntime(workers = 0)
  void aWaitCanBeInterrupted(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> blocked = heddle.submit(gate::await);
    Thread waiter =
        thread(
            "waiter",
            () -> assertThatThrownBy(blocked::get).isInstanceOf(InterruptedException.class));
    await("the job has been started and waits", () -> gate.hasParked(1));
    waiter.interrupt();

    await(waiter);
    gate.open();
    blocked.join();
  }

  @OnEachRuntime(workers = 0)
  void twoThreadsThatWaitForOneAnothersWorkAreBothTold(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < 50; round++) {
      Job<Integer> one = heddle.submit(() -> 1);
      Job<Integer> two = heddle.submit(() -> 2);
      Thread first = thread("first", () -> assertThat(one.join()).isEqualTo(1));
      Thread second = thread("second", () -> assertThat(two.join()).isEqualTo(2));
      await(first);
      await(second);
    }
  }

  @OnEachRuntime(workers = 0)
  void aFailureArrivesAtWhoWaits(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException failure = new IllegalStateException("on purpose");
    Job<?> job =
        heddle.submit(
            () -> {
              throw failure;
            });

    assertThatThrownBy(job::join).isSameAs(failure);
    assertThatThrownBy(job::get).isInstanceOf(ExecutionException.class);
  }

  /** Who waits for a future of the JDK's kind could not run its task. */
  @OnEachRuntime(workers = 0)
  void thereIsNoExecutor(Setup setup) {
    Heddle heddle = start(setup);

    assertThatThrownBy(heddle::executor)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("0 workers");
  }

  @OnEachRuntime(workers = 0)
  void thereIsNoWorkerToAskFor(Setup setup) {
    Heddle heddle = start(setup);

    assertThatThrownBy(() -> heddle.spawn(Task.of(() -> {}).affinity(Affinity.boundTo(0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has 0");
  }

  /** The JDK's own virtual threads cannot carry fibers of ours; they are told so at once. */
  @OnEachRuntime(workers = 0, engines = Engine.VIRTUAL)
  void aVirtualThreadThatWaitsIsToldThatItCannotRunTheWork(Setup setup) {
    Heddle heddle = start(setup);
    Job<Integer> job = heddle.submit(() -> 1);

    await(
        virtualThread(
            "waiter",
            () ->
                assertThatThrownBy(job::join)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("0 workers")));
    assertThat(job.join()).isEqualTo(1);
  }

  @OnEachRuntime(workers = 0)
  void whoWaitsForTheEndRunsTheProcesses(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).closeAfterLastProcess(true));
    AtomicInteger received = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  received.set(inbox.receive(Integer.class));
                  return null;
                });
    heddle.processes().send(pid, 3);

    heddle.awaitClosed();

    assertThat(received).hasValue(3);
    assertThat(heddle.shutdown(Duration.ZERO).orderly()).isTrue();
  }

  /** And can leave it to another thread. */
  @OnEachRuntime(workers = 0, engines = Engine.VIRTUAL)
  void aVirtualThreadThatClosesIsToldSoBeforeAnythingIsClosed(Setup setup) {
    Heddle heddle = start(setup);
    Job<Integer> job = heddle.submit(() -> 1);

    await(
        virtualThread(
            "closer",
            () ->
                assertThatThrownBy(heddle::close)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("0 workers")));
    assertThat(heddle.isClosed()).isFalse();
    heddle.close();
    assertThat(job.resultNow()).isEqualTo(1);
  }

  @OnEachRuntime(workers = 0, engines = Engine.VIRTUAL)
  void aVirtualThreadMayCloseARuntimeThatHasNothingToDo(Setup setup) {
    Heddle heddle = start(setup);

    await(virtualThread("closer", heddle::close));
    assertThat(heddle.isClosed()).isTrue();
  }

  /** A fiber of another runtime cannot play a worker here either: it must not wait for ever. */
  @OnEachRuntime(workers = 0)
  void aFiberOfAnotherRuntimeThatWaitsIsToldThatItCannotRunTheWork(Setup setup) {
    Heddle heddle = start(setup);
    Heddle other = start(new Setup(1, setup.engine()));
    Job<Integer> job = heddle.submit(() -> 1);

    Job<?> waiter =
        other.submit(
            () ->
                assertThatThrownBy(job::join)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("0 workers"));
    await("the waiter is told", waiter::isDone);
    waiter.join();
    assertThat(job.join()).isEqualTo(1);
  }

  @OnEachRuntime(workers = 0)
  void closeRunsWhatIsLeft(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      heddle.enqueue(ran::incrementAndGet);
      heddle.submit(() -> heddle.spawn(ran::incrementAndGet));
    }

    long start = System.nanoTime();
    ShutdownReport report = heddle.shutdown(Delays.LONG);

    assertThat(report.orderly()).isTrue();
    assertThat(ran).hasValue(200);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Delays.LONG.dividedBy(2));
  }

  @OnEachRuntime(workers = 0)
  void anIdleOneClosesAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    assertThat(heddle.invoke(() -> 1)).isEqualTo(1);
    long start = System.nanoTime();

    heddle.close();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Delays.scaled(5_000));
  }
}
