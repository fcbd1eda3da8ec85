package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.metrics.ShutdownReport;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.scheduler.Clock;
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
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The end of a runtime: in order, at a deadline, and what is said about it. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class CloseTest extends ConcurrentTestCase {

  // ---- in order

  @OnEachRuntime
  void closeLetsEverythingThatWasAcceptedFinish(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ended = new AtomicInteger();
    int count = 1_000;
    for (int i = 0; i < count; i++) {
      switch (i % 4) {
        case 0 -> heddle.submit(ended::incrementAndGet);
        case 1 -> heddle.spawn(ended::incrementAndGet);
        case 2 -> heddle.enqueue(ended::incrementAndGet);
        default ->
            heddle.spawn(
                Task.of(ended::incrementAndGet).affinity(Affinity.boundTo(i % setup.workers())));
      }
    }

    ShutdownReport report = heddle.shutdown(Delays.LONG);

    assertThat(ended).hasValue(count);
    assertThat(report.orderly()).isTrue();
    assertThat(report.abandoned()).isZero();
    assertThat(report.unfinished()).isEmpty();
    assertThat(heddle.isClosed()).isTrue();
    assertThat(heddle.metrics().workers())
        .allMatch(worker -> worker.state() == WorkerMetrics.State.STOPPED);
  }

  @OnEachRuntime
  void whatIsUnderWayMaySpawnWhileTheRuntimeCloses(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicInteger ended = new AtomicInteger();
    heddle.submit(
        () -> {
          gate.await();
          for (int i = 0; i < 100; i++) {
            heddle.spawn(ended::incrementAndGet);
            heddle.enqueue(ended::incrementAndGet);
            heddle.submit(ended::incrementAndGet);
          }
        });
    Thread closer =
        thread("closer", () -> assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue());
    await("it closes", heddle::isClosed);
    gate.open();
    await(closer);

    assertThat(ended).hasValue(300);
  }

  @OnEachRuntime
  void closeWaitsForWhatIsBlocked(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<String> blocked =
        heddle.submit(
            () -> {
              gate.await();
              return "ended";
            });
    await("it waits", () -> gate.waiters() == 1);
    Thread closer = thread("closer", heddle::close);
    await("it closes", heddle::isClosed);
    never("close returns", () -> !closer.isAlive());
    gate.open();

    await(closer);
    assertThat(await(blocked)).isEqualTo("ended");
  }

  @OnEachRuntime
  void anIdleRuntimeClosesAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    await(
        "it is idle",
        () ->
            heddle.metrics().workers().stream()
                .allMatch(worker -> worker.state() == WorkerMetrics.State.PARKED));
    long start = Clock.nanos();

    heddle.close();

    assertThat(Duration.ofNanos(Clock.nanos() - start)).isLessThan(Delays.scaled(5_000));
  }

  @OnEachRuntime
  void aRuntimeClosesRightAfterItsStart(Setup setup) {
    for (int i = 0; i < 5; i++) {
      assertThat(start(setup).shutdown(Delays.LONG).orderly()).isTrue();
    }
  }

  @OnEachRuntime
  void closingAgainWaitsForTheFirstAndTellsTheSame(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    heddle.submit(gate::await);
    await("it waits", () -> gate.waiters() == 1);
    AtomicInteger returned = new AtomicInteger();
    List<Thread> closers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      closers.add(
          thread(
              "closer-" + i,
              () -> {
                assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue();
                returned.incrementAndGet();
              }));
    }
    await("it closes", heddle::isClosed);
    never("one returns", () -> returned.get() > 0);
    gate.open();
    closers.forEach(ConcurrentTestCase::await);

    heddle.close();
    assertThat(heddle.shutdown(Duration.ZERO).orderly()).isTrue();
  }

  // ---- refusals

  @OnEachRuntime
  void closingFromInsideIsRefused(Setup setup) {
    Heddle heddle = start(setup);

    assertThatThrownBy(
            () ->
                heddle.invoke(
                    () -> {
                      heddle.close();
                      return 0;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("from inside")
        .hasMessageContaining(heddle.name());
    assertThat(heddle.isClosed()).isFalse();
    assertThat(heddle.invoke(() -> "still open")).isEqualTo("still open");
  }

  @OnEachRuntime
  void aClosedRuntimeTakesNoWork(Setup setup) {
    Heddle heddle = start(setup);
    Scope scope = heddle.scope();
    heddle.close();

    List<Action> uses =
        List.of(
            () -> heddle.submit(() -> 1),
            () -> heddle.submit(() -> {}),
            () -> heddle.invoke(() -> 1),
            () -> heddle.invoke(Task.of(() -> {})),
            () -> heddle.spawn(() -> {}),
            () -> heddle.spawn(Task.of(() -> {}).affinity(Affinity.worker(0))),
            () -> heddle.spawn(Task.of(() -> {}).affinity(Affinity.boundTo(0))),
            () -> heddle.enqueue(() -> {}),
            () -> scope.spawn(() -> {}),
            () -> scope.enqueue(() -> {}),
            () -> heddle.executor().execute(() -> {}));
    for (Action use : uses) {
      assertThatThrownBy(use::run)
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining(heddle.name());
    }
    scope.close();
    assertThat(heddle.toString()).contains("closed");
  }

  @OnEachRuntime
  void aClosingRuntimeTakesNoWorkFromOutside(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    heddle.submit(gate::await);
    Thread closer = thread("closer", heddle::close);
    await("it closes", heddle::isClosed);

    assertThatThrownBy(() -> heddle.submit(() -> 1))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("closed");
    gate.open();
    await(closer);
  }

  // ---- at the deadline

  @OnEachRuntime
  void atTheDeadlineWhatRunsIsInterrupted(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    AtomicInteger interrupted = new AtomicInteger();
    List<Job<?>> jobs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      jobs.add(
          heddle.submit(
              () -> {
                try {
                  never.awaitInterruptibly();
                } catch (InterruptedException e) {
                  interrupted.incrementAndGet();
                  throw e;
                }
                return 0;
              }));
    }
    await("all wait", () -> never.waiters() == 3);

    ShutdownReport report = heddle.shutdown(Delays.TIMEOUT);

    assertThat(interrupted).hasValue(3);
    assertThat(report.interrupted()).hasSize(3);
    assertThat(report.orderly()).isFalse();
    assertThat(report.unfinished()).isEmpty();
    assertThat(jobs).allMatch(Job::isDone);
  }

  @OnEachRuntime
  void aCloserThatIsInterruptedDoesNotWaitForTheDeadline(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    heddle.submit(
        () -> {
          never.awaitInterruptibly();
          return 0;
        });
    await("it waits", () -> never.waiters() == 1);
    Thread closer =
        thread(
            "closer",
            () -> {
              heddle.shutdown(Duration.ofDays(1));
              assertThat(Thread.interrupted()).as("still set").isTrue();
            });
    await("it closes", heddle::isClosed);
    closer.interrupt();

    await(closer);
  }

  /** Starts jobs that hold every worker until they are interrupted. */
  private void holdWorkers(Heddle heddle) {
    AtomicInteger held = new AtomicInteger();
    for (int i = 0; i < heddle.workers(); i++) {
      heddle.submit(
          () -> {
            held.incrementAndGet();
            spinUntil("it is interrupted", () -> Thread.currentThread().isInterrupted());
          });
    }
    await("all workers are held", () -> held.get() == heddle.workers());
  }

  @OnEachRuntime(workers = {1, 2})
  void whoWaitsForSomethingThatWasNotStartedIsTold(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    holdWorkers(heddle);
    AtomicBoolean ran = new AtomicBoolean();
    Job<?> job = heddle.submit(() -> ran.set(true));
    Task task = Task.of(() -> ran.set(true));
    heddle.enqueue(task);
    Task bound = Task.of(() -> ran.set(true)).affinity(Affinity.boundTo(0));
    heddle.spawn(bound);
    Task hinted = Task.of(() -> ran.set(true)).affinity(Affinity.worker(0));
    heddle.spawn(hinted);
    Task successor = Task.of(() -> ran.set(true)).after(task);
    heddle.spawn(successor);
    Thread scopeOwner =
        thread(
            "scope owner",
            () -> {
              Scope scope = heddle.scope();
              scope.spawn(() -> ran.set(true));
              assertThatThrownBy(scope::join).isInstanceOf(RejectedExecutionException.class);
              scope.close();
            });
    Thread jobWaiter =
        thread(
            "job waiter",
            () -> assertThatThrownBy(job::join).isInstanceOf(RejectedExecutionException.class));
    Thread taskWaiter =
        thread(
            "task waiter",
            () -> assertThatThrownBy(task::join).isInstanceOf(RejectedExecutionException.class));
    for (Thread waiter : List.of(scopeOwner, jobWaiter, taskWaiter)) {
      await("it waits", () -> waiter.getState() == Thread.State.WAITING);
    }

    ShutdownReport report = heddle.shutdown(Delays.TIMEOUT);

    for (Thread waiter : List.of(scopeOwner, jobWaiter, taskWaiter)) {
      await(waiter);
    }
    assertThatThrownBy(job::join)
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining(heddle.name());
    assertThatThrownBy(bound::join).isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(hinted::join).isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(successor::join)
        .isInstanceOfAny(RejectedExecutionException.class, CancellationException.class);
    assertThat(ran).isFalse();
    assertThat(report.orderly()).isFalse();
    assertThat(report.abandoned()).as("job, task, bound, hinted and the scope's").isEqualTo(5);
  }

  @OnEachRuntime(workers = 1)
  void whatDoesNotEndIsReportedByNameAndWhereItStands(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean leave = new AtomicBoolean();
    AtomicBoolean running = new AtomicBoolean();
    Job<?> stubborn = heddle.submit(() -> stayByThisName(running, leave));
    await("it runs", running::get);

    ShutdownReport report = heddle.shutdown(Duration.ZERO);

    assertThat(report.orderly()).isFalse();
    assertThat(report.unfinished()).hasSize(1);
    assertThat(report.unfinished().getFirst()).startsWith(heddle.name()).contains("stayByThisName");
    leave.set(true);
    await("it ends all the same", stubborn::isDone);
  }

  private static void stayByThisName(AtomicBoolean running, AtomicBoolean leave) {
    running.set(true);
    spinUntil("may leave", leave::get);
  }

  @OnEachRuntime(workers = {1, 4, 64})
  void whatStaysBlockedIsReportedAndCanStillGoOnLater(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<Integer> stubborn =
        heddle.submit(
            () -> {
              waitByThisName(gate); // whatever interrupts it
              return Heddle.currentWorker();
            });
    await("it waits", () -> gate.waiters() == 1);
    long start = Clock.nanos();

    ShutdownReport report = heddle.shutdown(Duration.ZERO);

    assertThat(Duration.ofNanos(Clock.nanos() - start)).isLessThan(Delays.LONG);
    assertThat(report.unfinished()).hasSize(1);
    assertThat(report.unfinished().getFirst()).startsWith(heddle.name()).contains("waitByThisName");
    gate.open();
    assertThat(await(stubborn)).as("under no worker").isEqualTo(-1);
  }

  private static void waitByThisName(Gate gate) {
    gate.await();
  }

  /** What a late item asks of the ended runtime is refused, not lost. */
  @OnEachRuntime(workers = 2)
  void whatALateItemSpawnsIsRefused(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> late =
        heddle.submit(
            () -> {
              gate.await();
              heddle.submit(() -> {});
            });
    await("it waits", () -> gate.waiters() == 1);
    heddle.shutdown(Duration.ZERO);
    gate.open();

    assertThatThrownBy(late::join).isInstanceOf(RejectedExecutionException.class);
  }
}
