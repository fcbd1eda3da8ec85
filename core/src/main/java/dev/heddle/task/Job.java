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
   * state, one byte, changed by CAS:
   *
   *   NEW -> STARTING -> RUNNING -> (INTERRUPTING -> RUNNING)* -> ENDING -> SUCCESS | FAILURE
   *   NEW -> SUCCESS | FAILURE                                  taken back, and nobody interferes
   *   NEW -> ASKED | INTERRUPTING -> STARTING -> ENDING -> CANCELLED      cancelled
   *   NEW -> INTERRUPTING -> ASKED -> ENDING -> SUCCESS | FAILURE | CANCELLED    taken back, cancelled
   *
   *   bit      name         meaning
   *   0-3      phase        as above; from SUCCESS on it is the outcome, and never changes any more
   *   4        WATCHED      waiters has somebody to tell at the end
   *   5        CANCELLING   cancel(true) came while it ran: a failure then counts as cancelled
   *   6        TRACED       a join's stack has been added to the failure
   *   7        MEANT_OWNER  the scope's owner was interrupted, because it may have been running it
   *
   * The entry in a queue is a claim ticket, and comes out of the queues once. Who has it moves NEW to
   * STARTING to run the job, or finds that it is not NEW any more. INTERRUPTING keeps the runner from
   * leaving the job, so that the interrupt cannot hit what the runner does next.
   *
   * A job that its scope's owner takes back, as nearly all are, is run while it is NEW: no claim is
   * made, and the end is the one CAS. So a cancel that finds it NEW has to know whether it may have
   * begun:
   *
   *   the owner     announceTakeBack sets announced; a full fence (F1 of the deque, or its claim);
   *                 reads state; NEW: runs the body
   *   who cancels   moves NEW to INTERRUPTING or ASKED, by a CAS that is a full fence; reads announced
   *
   * Who cancels and reads false has changed the state before the owner passed its fence, so the owner
   * will not begin, and who cancels ends the job. Who reads true cannot know. It interrupts the owner,
   * if it is to, marks that as MEANT_OWNER, and leaves the job ASKED to whoever has the entry: the
   * owner that runs it already, and then ends it as any; the owner that looks now, or a thief that was
   * faster, and then ends it as cancelled. An owner that was too late takes its announcement back,
   * passes a fence, and looks whether it was interrupted for nothing. Only an owner announces.
   *
   * slot holds, in this order: the body; while RUNNING, the thread that runs it; from ENDING on, or
   * after NEW, the outcome. Written by who has the entry, released by the next change of state; who
   * interrupts reads it between RUNNING and INTERRUPTING's end, which ENDING waits for.
   */
  private static final byte NEW = 0;
  private static final byte STARTING = 1;
  private static final byte RUNNING = 2;
  private static final byte ASKED = 3;
  private static final byte INTERRUPTING = 4;
  private static final byte ENDING = 5;
  private static final byte SUCCESS = 8;
  private static final byte FAILURE = 9;
  private static final byte CANCELLED = 10;
  private static final int PHASE = 15;
  private static final int ENDED = 8;
  private static final int WATCHED = 1 << 4;
  private static final int CANCELLING = 1 << 5;
  private static final int TRACED = 1 << 6;
  private static final int MEANT_OWNER = 1 << 7;

  private static final VarHandle STATE;
  private static final VarHandle ANNOUNCED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Job.class, "state", byte.class);
      ANNOUNCED = lookup.findVarHandle(Job.class, "announced", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile byte state;

  @SuppressWarnings("unused") // through ANNOUNCED
  private boolean announced; // written by the scope's owner; opaque

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
    if (!STATE.compareAndSet(this, NEW, STARTING) && !claim()) {
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

  @Override
  protected void announceTakeBack() {
    if (home instanceof Scope scope && scope.isOwnedByCaller()) {
      ANNOUNCED.setOpaque(this, true);
    }
  }

  /** Scope's owner, which has taken this job back from its own deque: runs it on its own stack. */
  void runInline(Scope scope) {
    int now = state;
    if (now == NEW || (now & PHASE) == NEW || claim()) {
      scope.takenBack(); // who ends a job counts it: a cancelled one has been counted
      TaskRunEvent event = TaskRunEvent.isOn() ? TaskRunEvent.inPlace(this) : null;
      runBody(slot, scope);
      TaskRunEvent.ended(event);
    }
    if ((state & MEANT_OWNER) != 0) {
      Thread.interrupted();
    }
  }

  /** Scope's owner: would have run this job, but a thief was faster. */
  void takeBackFailed() {
    if (!(boolean) ANNOUNCED.getOpaque(this)) {
      return;
    }
    ANNOUNCED.setOpaque(this, false);
    VarHandle.fullFence(); // whoever has read true has changed the state before, and we see that
    int now;
    while (((now = state) & PHASE) == INTERRUPTING) {
      Thread.onSpinWait();
    }
    if ((now & MEANT_OWNER) != 0) {
      Thread.interrupted();
    }
  }

  /** Whoever ran this job in the middle of something else was not meant by its interrupt. */
  private void clearOwnInterrupt() {
    if ((state & CANCELLING) != 0) {
      Thread.interrupted();
    }
  }

  /**
   * Who has the entry: moves NEW, with whatever bits, to STARTING. If it was cancelled and left to
   * who has the entry, ends it.
   */
  private boolean claim() {
    while (true) {
      int now = state;
      switch (now & PHASE) {
        case NEW -> {
          if (move(now, now | STARTING)) {
            return true;
          }
        }
        case ASKED -> {
          if (move(now, (now & ~PHASE) | STARTING | CANCELLING)) {
            endUnstarted();
            return false;
          }
        }
        case INTERRUPTING -> Thread.onSpinWait();
        default -> {
          return false;
        }
      }
    }
  }

  private boolean move(int from, int to) {
    return STATE.compareAndSet(this, (byte) from, (byte) to);
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
    } while (!move(now, (now & ~PHASE) | to));
  }

  private void end(byte outcome, @Nullable Object value) {
    if (state == NEW) { // taken back
      slot = value; // nobody looks for the runner there
      if (STATE.compareAndSet(this, NEW, outcome)) {
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
      } else if (move(now, (now & ~PHASE) | phase)) {
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
    if (claim()) {
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
      takeBackFailed();
      scope.runOwn(this);
    }
    if (!isDone()) {
      awaitEnd(Long.MAX_VALUE, false);
    }
  }

  /** A failure's stack shows the joiner's already. */
  private void markTraced() {
    STATE.getAndBitwiseOr(this, (byte) TRACED);
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
    if (nanos == Long.MAX_VALUE && runHere()) {
      return true;
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

  /** Runs it in place if it is the newest of the caller's deque; whether it is done then. */
  private boolean runHere() {
    Scope owned = home instanceof Scope scope && scope.isOwnedByCaller() ? scope : null;
    boolean taken = Worker.takeBackHere(this);
    if (taken && owned != null) {
      runInline(owned);
      markTraced();
    } else if (taken) {
      TaskRunEvent event = TaskRunEvent.isOn() ? TaskRunEvent.inPlace(this) : null;
      carryOut();
      TaskRunEvent.ended(event);
      clearOwnInterrupt();
      markTraced();
    } else if (owned != null) {
      takeBackFailed();
    }
    return taken && isDone();
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
    } while (!move(now, now | WATCHED));
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
    if (((byte) STATE.getAndBitwiseOr(this, (byte) TRACED) & TRACED) == 0) {
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
          int asked = mayInterruptIfRunning ? INTERRUPTING | CANCELLING : ASKED;
          if (move(now, now | asked)) {
            endUnlessBegun(mayInterruptIfRunning);
            return true;
          }
        }
        case ASKED -> {
          if (!mayInterruptIfRunning || (now & CANCELLING) != 0) {
            return true;
          }
          if (move(now, (now & ~PHASE) | INTERRUPTING | CANCELLING)) {
            endUnlessBegun(true);
            return true;
          }
        }
        case RUNNING -> {
          if (!mayInterruptIfRunning) {
            return true;
          }
          if (move(now, (now & ~PHASE) | INTERRUPTING | CANCELLING)) {
            if (slot instanceof Thread runner) {
              runner.interrupt();
            }
            advance(RUNNING);
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

  /**
   * Who cancels, and has moved NEW or ASKED to INTERRUPTING (or only NEW to ASKED): ends the job,
   * unless its owner may have begun to run it in place.
   */
  private void endUnlessBegun(boolean interrupting) {
    if ((boolean) ANNOUNCED.getOpaque(this)) {
      if (interrupting && home instanceof Scope scope) {
        scope.owner().interrupt();
        advance(ASKED | MEANT_OWNER);
      }
      return;
    }
    if (interrupting) {
      advance(STARTING);
    } else {
      int now = state;
      while ((now & PHASE) == ASKED && !move(now, (now & ~PHASE) | STARTING | CANCELLING)) {
        now = state;
      }
      if ((now & PHASE) != ASKED) {
        return; // somebody else ends it
      }
    }
    endUnstarted();
  }

  private void endUnstarted() {
    end(CANCELLED, null);
    Scope scope = scope();
    if (scope != null) {
      scope.ended();
    }
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
          case NEW -> (boolean) ANNOUNCED.getOpaque(this) ? "running" : "not started";
          case SUCCESS -> "done";
          case FAILURE -> "failed";
          case CANCELLED -> "cancelled";
          default -> "running";
        };
    return "Job@" + Integer.toHexString(System.identityHashCode(this)) + " (" + phase + ")";
  }
}
