package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.task.Affinity;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Workers without work sleep, and wake when there is some. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class IdleTest extends ConcurrentTestCase {
  private static final Duration WATCHED = Delays.scaled(300);

  /** What all threads of the runtime have used of the processors so far. */
  private static Duration cpuTime(Heddle heddle) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (Thread thread : threadsNamed(heddle.name() + "-")) {
      nanos += Math.max(0, threads.getThreadCpuTime(thread.threadId()));
    }
    return Duration.ofNanos(nanos);
  }

  private static long parkedWorkers(Heddle heddle) {
    return heddle.metrics().workers().stream()
        .filter(worker -> worker.state() == WorkerMetrics.State.PARKED)
        .count();
  }

  private static void assertNearlyIdle(Heddle heddle) {
    Duration before = cpuTime(heddle);
    LockSupport.parkNanos(WATCHED.toNanos());
    Duration used = cpuTime(heddle).minus(before);
    assertThat(used).as("processor time in %s", WATCHED).isLessThan(WATCHED.dividedBy(10));
  }

  @OnEachRuntime(
      workers = {1, 2, 64},
      notSimulated = "measures the processor time of threads")
  void anIdleRuntimeUsesNextToNoProcessorTime(Setup setup) {
    Heddle heddle = start(setup);
    for (int i = 0; i < 100; i++) {
      heddle.invoke(Heddle::currentWorker);
    }
    await("all sleep", () -> parkedWorkers(heddle) == setup.workers());

    assertNearlyIdle(heddle);
  }

  @OnEachRuntime(
      workers = {2, 64},
      notSimulated = "measures the processor time of threads")
  void aRuntimeWhoseWorkAllWaitsUsesNextToNoProcessorTime(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    for (int i = 0; i < 100; i++) {
      heddle.submit(gate::await);
    }
    await("all wait", () -> gate.hasParked(100));
    await("all sleep", () -> parkedWorkers(heddle) == setup.workers());

    assertNearlyIdle(heddle);
    gate.open();
  }

  /** One busy worker does not keep 63 others looking for what is not there. */
  @OnEachRuntime(workers = 64)
  void theOthersSleepWhileOneWorks(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean leave = new AtomicBoolean();
    AtomicBoolean running = new AtomicBoolean();
    heddle.submit(
        () -> {
          running.set(true);
          spinUntil("may leave", leave::get);
        });
    await("it runs", running::get);
    await("the others sleep", () -> parkedWorkers(heddle) == setup.workers() - 1);
    long spins = heddle.metrics().workers().stream().mapToLong(WorkerMetrics::spins).sum();
    LockSupport.parkNanos(WATCHED.toNanos());
    long after = heddle.metrics().workers().stream().mapToLong(WorkerMetrics::spins).sum();
    leave.set(true);

    assertThat(after - spins).as("looks in %s", WATCHED).isLessThan(1_000);
  }

  @OnEachRuntime
  void aSleepingRuntimeWakesForEverySubmission(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    for (int i = 0; i < 20; i++) {
      await("all sleep", () -> parkedWorkers(heddle) == setup.workers());
      int id = i;
      assertThat(await(heddle.submit(() -> id))).isEqualTo(i);
    }
  }

  /** A worker with more than it can do at once gets help. */
  @OnEachRuntime(workers = {2, 4, 8, 64})
  void spawnedWorkWakesSleepingWorkers(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    await("all sleep", () -> parkedWorkers(heddle) == setup.workers());
    AtomicBoolean helped = new AtomicBoolean();

    Job<?> busy =
        heddle.submit(
            () -> {
              int home = Heddle.currentWorker();
              heddle.spawn(() -> helped.set(Heddle.currentWorker() != home));
              spinUntil("another worker has come", helped::get);
            });

    await(busy);
  }

  /** More workers than bits in a word. */
  @OnEachRuntime(workers = 130)
  void eachOfManyWorkersCanBeWoken(Setup setup) {
    Heddle heddle = start(setup);
    await("all sleep", () -> parkedWorkers(heddle) == setup.workers());
    for (int w = setup.workers() - 1; w >= 0; w--) {
      int wanted = w;
      heddle.invoke(
          Task.of(() -> assertThat(Heddle.currentWorker()).isEqualTo(wanted))
              .affinity(Affinity.boundTo(w)));
    }
    assertThat(heddle.invoke(() -> "works")).isEqualTo("works");
  }

  /** Neither a queue nor a runner holds on to what has ended. */
  @OnEachRuntime(workers = {1, 4})
  void whatHasEndedIsLetGo(Setup setup) {
    Heddle heddle = start(setup);
    List<WeakReference<Object>> ended = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ended.add(new WeakReference<>(runSomething(heddle, i)));
    }
    await("all sleep", () -> parkedWorkers(heddle) == setup.workers());

    await(
        "all is let go",
        () -> {
          System.gc();
          return ended.stream().allMatch(each -> each.refersTo(null));
        });
  }

  private static Object runSomething(Heddle heddle, int i) {
    byte[] captured = new byte[64];
    switch (i % 6) {
      case 0 -> heddle.invoke(() -> captured[0]++);
      case 1 -> heddle.invoke(Task.of(() -> captured[0]++));
      case 2 ->
          heddle.invoke(
              () -> {
                Task child = Task.of(() -> captured[0]++);
                child.spawn();
                child.join();
              });
      case 3 -> {
        try (Scope scope = heddle.scope()) {
          scope.spawn(() -> captured[0]++);
        }
      }
      case 4 -> heddle.enqueue(() -> captured[0]++);
      default -> heddle.spawn(() -> captured[0]++);
    }
    return captured;
  }
}
