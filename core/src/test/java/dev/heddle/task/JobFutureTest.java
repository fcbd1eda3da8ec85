package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future.State;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A job as a {@link java.util.concurrent.Future}, and its {@code join}. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class JobFutureTest extends ConcurrentTestCase {
  private static final long LONG = Delays.LONG.toNanos();
  private static final long TIMEOUT = Delays.TIMEOUT.toNanos();

  private static String failWith(Exception e) throws Exception {
    throw e;
  }

  // ---- the outcome

  @OnEachRuntime
  void getReturnsTheResult(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Job<String> job = heddle.submit(() -> "result");

    assertThat(job.get(LONG, TimeUnit.NANOSECONDS)).isEqualTo("result");
    assertThat(job.get()).isEqualTo("result");
    assertThat(job.join()).isEqualTo("result");
    assertThat(job.resultNow()).isEqualTo("result");
    assertThat(job.state()).isEqualTo(State.SUCCESS);
    assertThat(job.isDone()).isTrue();
    assertThat(job.isCancelled()).isFalse();
    assertThat(job.cancel(true)).as("too late").isFalse();
    assertThatThrownBy(job::exceptionNow).isInstanceOf(IllegalStateException.class);
    assertThat(job).hasToString(job.toString()).asString().contains("done");
  }

  @OnEachRuntime
  void getWrapsTheFailureAndJoinThrowsIt(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException failure = new IllegalStateException("on purpose");
    Job<String> job = heddle.submit(() -> failWith(failure));

    assertThatThrownBy(() -> job.get(LONG, TimeUnit.NANOSECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCause(failure);
    assertThatThrownBy(job::get).isInstanceOf(ExecutionException.class).hasCause(failure);
    assertThatThrownBy(job::join).isSameAs(failure);
    assertThat(job.exceptionNow()).isSameAs(failure);
    assertThat(job.state()).isEqualTo(State.FAILED);
    assertThat(job.isCancelled()).isFalse();
    assertThatThrownBy(job::resultNow).isInstanceOf(IllegalStateException.class);
  }

  @OnEachRuntime
  void joinPutsACheckedExceptionIntoACompletionException(Setup setup) {
    Heddle heddle = start(setup);
    IOException checked = new IOException("on purpose");
    Job<String> job = heddle.submit(() -> failWith(checked));

    assertThatThrownBy(job::join).isInstanceOf(CompletionException.class).hasCause(checked);
    assertThatThrownBy(job::get).isInstanceOf(ExecutionException.class).hasCause(checked);
    assertThat(job.exceptionNow()).isSameAs(checked);
  }

  @OnEachRuntime
  void joinAddsItsOwnStackToTheFailureOnce(Setup setup) {
    Heddle heddle = start(setup);
    Job<String> job = heddle.submit(() -> failByThisName());

    Throwable thrown = catchThrowable(() -> joinByThisName(job));
    Throwable again = catchThrowable(() -> joinByThisName(job));

    assertThat(again).isSameAs(thrown);
    assertThat(Arrays.toString(thrown.getStackTrace())).contains("failByThisName");
    assertThat(thrown.getSuppressed()).hasSize(1);
    assertThat(Arrays.toString(thrown.getSuppressed()[0].getStackTrace()))
        .contains("joinByThisName");
  }

  private static String failByThisName() {
    throw new IllegalStateException("on purpose");
  }

  private static void joinByThisName(Job<?> job) {
    job.join();
  }

  @OnEachRuntime
  void aFailureThatManyJoinIsTheSameForAll(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    IllegalStateException failure = new IllegalStateException("on purpose");
    Job<String> job =
        heddle.submit(
            () -> {
              gate.await();
              return failWith(failure);
            });

    List<Thread> joiners = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      joiners.add(thread("joiner-" + i, () -> assertThatThrownBy(job::join).isSameAs(failure)));
      joiners.add(
          virtualThread("joiner-" + i, () -> assertThatThrownBy(job::join).isSameAs(failure)));
    }
    List<Job<?>> jobs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      jobs.add(heddle.submit(() -> assertThatThrownBy(job::join).isSameAs(failure)));
    }
    gate.open();

    joiners.forEach(ConcurrentTestCase::await);
    jobs.forEach(Job::join);
  }

  // ---- waiting

  @OnEachRuntime
  void timedGetTellsThatTheTimeIsUp(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> job = heddle.submit(gate::await);

    assertThatThrownBy(() -> job.get(0, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    long start = Clock.nanos();
    assertThatThrownBy(() -> job.get(TIMEOUT, TimeUnit.NANOSECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(Clock.nanos() - start).isGreaterThanOrEqualTo(TIMEOUT);
    assertThat(job.isDone()).as("goes on").isFalse();

    gate.open();
    await(job);
  }

  @OnEachRuntime
  void timedGetInsideOfAJobTellsThatTheTimeIsUpAndLeavesTheWorkerMeanwhile(Setup setup)
      throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate gate = new Gate();
    Job<?> blocked = heddle.submit(gate::await);

    Job<?> waiter =
        heddle.submit(
            () -> {
              assertThatThrownBy(() -> blocked.get(TIMEOUT, TimeUnit.NANOSECONDS))
                  .isInstanceOf(TimeoutException.class);
              gate.open();
              return blocked.get(LONG, TimeUnit.NANOSECONDS);
            });

    await(waiter);
  }

  @OnEachRuntime(workers = {1, 2})
  void anEnormousTimeoutIsForEverAndANegativeOneIsNone(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> job = heddle.submit(gate::await);

    assertThatThrownBy(() -> job.get(-1, TimeUnit.DAYS)).isInstanceOf(TimeoutException.class);
    try (Scope scope = heddle.scope()) {
      scope.spawn(gate::await);
      assertThat(scope.joinFor(Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
      thread("opener", gate::open);
      assertThat(scope.joinFor(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    }
    job.get(Long.MAX_VALUE, TimeUnit.DAYS);
    assertThat(heddle.shutdown(Duration.ofSeconds(Long.MAX_VALUE)).orderly()).isTrue();
  }

  @OnEachRuntime
  void getIsInterruptible(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> job = heddle.submit(gate::await);

    Thread untimed =
        thread(
            "untimed",
            () -> {
              assertThatThrownBy(job::get).isInstanceOf(InterruptedException.class);
              assertThat(Thread.currentThread().isInterrupted()).as("consumed").isFalse();
            });
    Thread timed =
        thread(
            "timed",
            () -> {
              Thread.currentThread().interrupt(); // before it waits
              assertThatThrownBy(() -> job.get(LONG, TimeUnit.NANOSECONDS))
                  .isInstanceOf(InterruptedException.class);
              assertThat(Thread.currentThread().isInterrupted()).as("consumed").isFalse();
            });
    await("it waits", () -> untimed.getState() == Thread.State.WAITING);
    untimed.interrupt();
    await(untimed);
    await(timed);
    gate.open();
  }

  @OnEachRuntime
  void joinIsNotInterruptibleAndKeepsTheInterruptPending(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> job = heddle.submit(gate::await);

    Thread joiner =
        thread(
            "joiner",
            () -> {
              job.join();
              assertThat(job.isDone()).isTrue();
              assertThat(Thread.currentThread().isInterrupted()).as("pending").isTrue();
            });
    await("it waits", () -> joiner.getState() == Thread.State.WAITING);
    joiner.interrupt();
    never("it ends", () -> !joiner.isAlive());
    gate.open();

    await(joiner);
  }

  // ---- cancelling

  /** Fills the runtime's workers, so that what is submitted next does not start. */
  private void occupyWorkers(Heddle heddle, AtomicBoolean leave) {
    AtomicBoolean[] started = new AtomicBoolean[heddle.workers()];
    for (int i = 0; i < heddle.workers(); i++) {
      AtomicBoolean here = started[i] = new AtomicBoolean();
      heddle.submit(
          () -> {
            here.set(true);
            spinUntil("may leave", leave::get);
          });
    }
    await("all workers are busy", () -> Arrays.stream(started).allMatch(AtomicBoolean::get));
  }

  @OnEachRuntime(workers = {1, 2, 4})
  void aJobCancelledBeforeItStartsNeverRuns(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean leave = new AtomicBoolean();
    AtomicBoolean ran = new AtomicBoolean();
    occupyWorkers(heddle, leave);
    Job<?> job = heddle.submit(() -> ran.set(true));

    assertThat(job.state()).isEqualTo(State.RUNNING); // as Future calls what has not ended
    assertThat(job.cancel(false)).isTrue();

    assertThat(job.isDone()).isTrue();
    assertThat(job.isCancelled()).isTrue();
    assertThat(job.state()).isEqualTo(State.CANCELLED);
    assertThat(job.cancel(true)).as("ended already").isFalse();
    assertThatThrownBy(job::join).isInstanceOf(CancellationException.class);
    assertThatThrownBy(job::get).isInstanceOf(CancellationException.class);
    leave.set(true);
    await(heddle.submit(() -> {}));
    heddle.close();
    assertThat(ran).isFalse();
  }

  @OnEachRuntime
  void cancelInterruptsARunningJobWhichEndsWhenItsBodyDoes(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    Gate mayEnd = new Gate();
    AtomicBoolean interrupted = new AtomicBoolean();
    Job<?> job =
        heddle.submit(
            () -> {
              try {
                never.awaitInterruptibly();
              } catch (InterruptedException e) {
                interrupted.set(true);
                mayEnd.await();
                throw e;
              }
              return 0;
            });
    await("it waits", () -> never.waiters() == 1);

    assertThat(job.cancel()).isTrue();
    await("the interrupt arrives", interrupted::get);
    assertThat(job.isDone()).as("its body still runs").isFalse();
    mayEnd.open();

    assertThatThrownBy(job::join)
        .isInstanceOf(CancellationException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(job.isCancelled()).isTrue();
  }

  @OnEachRuntime
  void cancelWithoutInterruptLeavesARunningJobAlone(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<String> job =
        heddle.submit(
            () -> {
              gate.awaitInterruptibly();
              return "undisturbed";
            });
    await("it waits", () -> gate.waiters() == 1);

    assertThat(job.cancel(false)).isTrue();
    never("it ends", job::isDone);
    gate.open();

    assertThat(await(job)).isEqualTo("undisturbed");
  }

  @OnEachRuntime
  void aBodyThatEndsWellDespiteTheInterruptHasItsResult(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<String> job =
        heddle.submit(
            () -> {
              gate.await(); // keeps the interrupt pending
              return Thread.interrupted() ? "was interrupted" : "was not";
            });
    await("it waits", () -> gate.waiters() == 1);

    assertThat(job.cancel(true)).isTrue();
    gate.open();

    assertThat(await(job)).isEqualTo("was interrupted");
    assertThat(job.isCancelled()).isFalse();
  }

  @OnEachRuntime
  void anErrorOfACancelledJobIsNotHidden(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AssertionError error = new AssertionError("on purpose");
    Job<?> job =
        heddle.submit(
            () -> {
              gate.await();
              throw error;
            });
    await("it waits", () -> gate.waiters() == 1);
    job.cancel();
    gate.open();

    assertThatThrownBy(job::join).isSameAs(error);
    assertThat(job.state()).isEqualTo(State.FAILED);
  }
}
