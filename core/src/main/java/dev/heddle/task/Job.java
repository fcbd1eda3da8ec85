package dev.heddle.task;

import dev.heddle.internal.Failures;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.TaskRunEvent;
import dev.heddle.scheduler.Work;
import dev.heddle.scheduler.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work given to a {@link Scope} or a runtime, and its result.
 *
 * <p>{@link #join()} waits for it and returns the result or throws what it threw, the very object,
 * with the join's stack attached as suppressed; a checked exception comes inside a {@link
 * java.util.concurrent.CompletionException}. It is a {@link Future} too, for code that wants one.
 *
 * <p>Waiting costs no worker: on a fiber only the fiber waits. A job that is still the newest of
 * the waiter's own deque is run in place; nothing else is ever run on the waiter's stack.
 *
 * @param <T> the type of the result; null is a result like any other
 */
@SuppressWarnings("exports") // Work is the scheduler's side of it, and none of the users' business
public final class Job<T extends @Nullable Object> extends Work implements Future<T> {
  /*
   * Implementation.
   *
   * state, one word, changed by CAS:
   *
   *   NEW -> STARTING -> RUNNING -> (INTERRUPTING -> RUNNING)* -> ENDING -> SUCCESS | FAILURE
   *   NEW -> INLINE -> (as RUNNING; if nobody interferes, without ENDING)
   *   NEW -> STARTING -> ENDING -> CANCELLED
   *
   *   bit      name         meaning
   *   0-3      phase        as above; from SUCCESS on it is the outcome, and never changes any more
   *   4        WATCHED      waiters has somebody to tell at the end
   *   5        CANCELLING   cancel(true) came while it ran: a failure then counts as cancelled
   *   6        TRACED       a join's stack has been added to the failure
   *
   * The entry in a queue is a claim ticket: who moves NEW to STARTING or INLINE runs the job, and an
   * entry whose job is not NEW any more is skipped. INTERRUPTING keeps the runner from leaving the
   * job, so that the interrupt cannot hit what the runner does next.
   *
   * slot holds, in this order: the body; while RUNNING, the thread that runs it (INLINE: it is the
   * scope's owner); from ENDING on, the outcome. Written by who claimed, released by the next change
   * of state; who interrupts reads it between RUNNING and INTERRUPTING's end, which ENDING waits for.
   */
  private static final int NEW = 0;
  private static final int STARTING = 1;
  private static final int RUNNING = 2;
  private static final int INLINE = 3;
  private static final int INTERRUPTING = 4;
  private static final int ENDING = 5;
  private static final int SUCCESS = 8;
  private static final int FAILURE = 9;
  private static final int CANCELLED = 10;
  private static final int PHASE = 15;
  private static final int ENDED = 8;
  private static final int WATCHED = 1 << 4;
  private static final int CANCELLING = 1 << 5;
  private static final int TRACED = 1 << 6;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Job.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int state;
  private @Nullable Object slot;
  private final Object home; // a Scope, or the Scheduler of a job without one
  private @Nullable List<Thread> waiters; // guarded by this

  /** The job that the scope's owner spawned before this one; the scope's to use. */
  @Nullable Job<?> older;

  /**
   * @param body a {@link Callable} or {@link Body}
   * @param home the scope, or the scheduler
   */
  Job(Object body, Object home) {
    this.slot = Objects.requireNonNull(body, "body");
    this.home = home;
  }

  /** The scope that this job belongs to, or null. */
  @Nullable Scope scope() {
    return home instanceof Scope scope ? scope : null;
  }

  private Scheduler scheduler() {
    return home instanceof Scope scope ? scope.scheduler() : (Scheduler) home;
  }

  // ---- running

  @Override
  protected @Nullable Work carryOut() {
    Scope scope = scope();
    if (!STATE.compareAndSet(this, NEW, STARTING) && !claim(STARTING)) {
      return null; // cancelled: whoever did that has counted it
    }
    Object body = slot;
    slot = Thread.currentThread();
    advance(RUNNING);
    runBody(body, scope);
    if (scope != null) {
      scope.ended();
    }
    return null;
  }

  /** Scope's owner, which has taken this job back from its own deque: runs it on its own stack. */
  void runInline(Scope scope) {
    if (STATE.compareAndSet(this, NEW, INLINE) || claim(INLINE)) {
      scope.takenBack(); // who ends a job counts it: a cancelled one has been counted
      TaskRunEvent event = TaskRunEvent.isOn() ? TaskRunEvent.inPlace(this) : null;
      runBody(slot, scope);
      TaskRunEvent.ended(event);
      clearOwnInterrupt();
    }
  }

  /** Whoever ran this job in the middle of something else was not meant by its interrupt. */
  private void clearOwnInterrupt() {
    if ((state & CANCELLING) != 0) {
      Thread.interrupted();
    }
  }

  /** From NEW with whatever bits. */
  private boolean claim(int phase) {
    int now;
    while (((now = state) & PHASE) == NEW) {
      if (STATE.compareAndSet(this, now, now | phase)) {
        return true;
      }
    }
    return false;
  }

  private void runBody(@Nullable Object body, @Nullable Scope scope) {
    if (scope != null && scope.isCancelled()) {
      end(CANCELLED, null);
      return;
    }
    try {
      Object result = null;
      if (body instanceof Callable<?> callable) {
        result = callable.call();
      } else if (body instanceof Body action) {
        action.run();
      }
      end(SUCCESS, result);
    } catch (Throwable e) {
      failed(e, scope);
    }
  }

  private void failed(Throwable e, @Nullable Scope scope) {
    boolean cancelled = (state & CANCELLING) != 0 && !(e instanceof Error);
    if (scope != null && !cancelled) {
      scope.failed(e);
    }
    end(cancelled ? CANCELLED : FAILURE, e);
  }

  private void advance(int to) {
    int now;
    do {
      now = state;
    } while (!STATE.compareAndSet(this, now, (now & ~PHASE) | to));
  }

  private void end(int outcome, @Nullable Object value) {
    if (state == INLINE) {
      slot = value; // nobody looks for the runner there
      if (STATE.compareAndSet(this, INLINE, outcome)) {
        return;
      }
    }
    leave(ENDING); // from here on nobody looks for the runner in slot
    slot = value;
    if ((leave(outcome) & WATCHED) != 0) {
      tellWaiters();
    }
  }

  /** Goes on to {@code phase} as soon as nobody interrupts the runner; returns the state before. */
  private int leave(int phase) {
    while (true) {
      int now = state;
      if ((now & PHASE) == INTERRUPTING) {
        Thread.onSpinWait();
      } else if (STATE.compareAndSet(this, now, (now & ~PHASE) | phase)) {
        return now;
      }
    }
  }

  private void tellWaiters() {
    List<Thread> told;
    synchronized (this) {
      told = waiters;
      waiters = null;
    }
    if (told != null) {
      told.forEach(Parking::unpark);
    }
  }

  @Override
  protected void abandon(RuntimeException reason) {
    if (claim(STARTING)) {
      Scope scope = scope();
      if (scope != null) {
        scope.failed(reason);
      }
      end(FAILURE, reason);
      if (scope != null) {
        scope.ended();
      }
    }
  }

  // ---- waiting

  /**
   * Waits until this job has ended. Not interruptible: an interrupt stays pending.
   *
   * @return the result
   * @throws CancellationException if it was cancelled; if that was because a sibling in its scope
   *     had failed, the sibling's exception instead
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // null is a result like any other
  public T join() {
    // The common case, kept small for the sake of inlining: the owner takes its own job back.
    if (home instanceof Scope scope && scope.isOwnedByCaller() && Worker.takeBackHere(this)) {
      runInline(scope);
      if ((state & PHASE) == SUCCESS) {
        return (T) slot;
      }
      markTraced();
    } else if (!isDone()) {
      joinSlowly();
    }
    return outcome();
  }

  private void joinSlowly() {
    if (home instanceof Scope scope && scope.isOwnedByCaller()) {
      scope.runOwn(this);
    }
    if (!isDone()) {
      awaitEnd(Long.MAX_VALUE, false);
    }
  }

  /** A failure's stack shows the joiner's already. */
  private void markTraced() {
    STATE.getAndBitwiseOr(this, TRACED);
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    if (!isDone() && !awaitEnd(Long.MAX_VALUE, true)) {
      Thread.interrupted();
      throw new InterruptedException();
    }
    return outcomeChecked();
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!isDone() && !awaitEnd(unit.toNanos(timeout), true)) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw new TimeoutException("not done after " + timeout + " " + unit + ": " + this);
    }
    return outcomeChecked();
  }

  private boolean awaitEnd(long nanos, boolean interruptibly) {
    if (nanos == Long.MAX_VALUE && Worker.takeBackHere(this)) {
      Scope scope = scope();
      if (scope != null && scope.isOwnedByCaller()) {
        runInline(scope);
      } else {
        TaskRunEvent event = TaskRunEvent.isOn() ? TaskRunEvent.inPlace(this) : null;
        carryOut();
        TaskRunEvent.ended(event);
        clearOwnInterrupt();
      }
      markTraced();
      if (isDone()) {
        return true;
      }
    }
    Thread me = Thread.currentThread();
    if (!watch(me)) {
      return true;
    }
    boolean done = false;
    try {
      done = scheduler().await(this::isDone, this, nanos, interruptibly);
    } finally {
      if (!done) {
        unwatch(me);
      }
    }
    return done;
  }

  /** Has {@code thread} told when this job ends; false if it has ended. */
  private boolean watch(Thread thread) {
    synchronized (this) {
      if (waiters == null) {
        waiters = new ArrayList<>(1);
      }
      waiters.add(thread);
    }
    int now;
    do {
      now = state;
      if ((now & ENDED) != 0) {
        return false;
      }
    } while (!STATE.compareAndSet(this, now, now | WATCHED));
    return true;
  }

  private synchronized void unwatch(Thread thread) {
    if (waiters != null) {
      waiters.remove(thread);
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // null is a result like any other
  private T outcome() {
    Object value = slot;
    int phase = state & PHASE;
    if (phase == SUCCESS) {
      return (T) value;
    }
    Scope scope = scope();
    Throwable failure = phase == FAILURE ? (Throwable) value : siblingsFailure(scope);
    if (failure == null) {
      throw cancellation(value);
    }
    if ((((int) STATE.getAndBitwiseOr(this, TRACED)) & TRACED) == 0) {
      Failures.addJoinStack(failure, this);
    }
    if (scope != null) {
      scope.thrown(failure);
    }
    throw Failures.rethrow(failure);
  }

  /** The failure for which this job was not started, if that is why. */
  private @Nullable Throwable siblingsFailure(@Nullable Scope scope) {
    return scope == null || (state & CANCELLING) != 0 ? null : scope.failure();
  }

  private CancellationException cancellation(@Nullable Object cause) {
    CancellationException thrown = new CancellationException("cancelled: " + this);
    if (cause instanceof Throwable failure) {
      thrown.initCause(failure);
    }
    return thrown;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // null is a result like any other
  private T outcomeChecked() throws ExecutionException {
    Object value = slot;
    int phase = state & PHASE;
    if (phase == SUCCESS) {
      return (T) value;
    }
    if (phase == FAILURE && value instanceof Throwable failure) {
      throw new ExecutionException(failure);
    }
    throw cancellation(value);
  }

  // ---- cancelling

  /**
   * Cancels this job: if it has not started, it never will; if it runs, its fiber is interrupted
   * and it ends when its body does. It then counts as cancelled if the body ended by an exception.
   *
   * @return whether it had not ended yet
   */
  public boolean cancel() {
    return cancel(true);
  }

  /**
   * {@inheritDoc}
   *
   * <p>A running job is not done when this returns, but when its body has ended: nothing of a scope
   * outlives the scope.
   */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    while (true) {
      int now = state;
      switch (now & PHASE) {
        case NEW -> {
          if (STATE.compareAndSet(this, now, (now & ~PHASE) | STARTING | CANCELLING)) {
            endUnstarted();
            return true;
          }
        }
        case RUNNING, INLINE -> {
          if (!mayInterruptIfRunning) {
            return true;
          }
          int marked = (now & ~PHASE) | INTERRUPTING | CANCELLING;
          if (STATE.compareAndSet(this, now, marked)) {
            interruptRunner(now & PHASE);
            return true;
          }
        }
        case STARTING, INTERRUPTING, ENDING -> Thread.onSpinWait();
        default -> {
          return false;
        }
      }
    }
  }

  private void endUnstarted() {
    end(CANCELLED, null);
    Scope scope = scope();
    if (scope != null) {
      scope.ended();
    }
  }

  private void interruptRunner(int phase) {
    Scope scope = scope();
    Thread runner = phase == INLINE && scope != null ? scope.owner() : (Thread) slot;
    if (runner != null) {
      runner.interrupt();
    }
    advance(phase);
  }

  // ---- looking

  @Override
  public boolean isDone() {
    return (state & ENDED) != 0;
  }

  @Override
  public boolean isCancelled() {
    return (state & PHASE) == CANCELLED;
  }

  @Override
  public State state() {
    return switch (state & PHASE) {
      case SUCCESS -> State.SUCCESS;
      case FAILURE -> State.FAILED;
      case CANCELLED -> State.CANCELLED;
      default -> State.RUNNING;
    };
  }

  @Override
  public T resultNow() {
    if (state() != State.SUCCESS) {
      throw new IllegalStateException("has no result: " + this);
    }
    return outcome();
  }

  @Override
  public Throwable exceptionNow() {
    if (state() == State.FAILED && slot instanceof Throwable failure) {
      return failure;
    }
    throw new IllegalStateException("has not failed: " + this);
  }

  /** The class of its body, as long as it has not started. */
  @Override
  protected Class<?> recordedType() {
    Object body = slot;
    return body instanceof Callable<?> || body instanceof Body ? body.getClass() : Job.class;
  }

  /** For messages. */
  @Override
  public String toString() {
    String phase =
        switch (state & PHASE) {
          case NEW -> "not started";
          case SUCCESS -> "done";
          case FAILURE -> "failed";
          case CANCELLED -> "cancelled";
          default -> "running";
        };
    return "Job@" + Integer.toHexString(System.identityHashCode(this)) + " (" + phase + ")";
  }
}
