package dev.heddle.task;

import dev.heddle.internal.Failures;
import dev.heddle.loom.StackRoom;
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
   *   NEW -> STARTING -> RUNNING -> (INTERRUPTING -> RUNNING)* -> ENDING -> ended
   *   NEW -> STARTING -> ENDING -> ended                          abandoned
   *   NEW -> ended                                                in place, and nobody interferes
   *   NEW -> (INTERRUPTING -> IN_PLACE)* -> ENDING -> ended       in place, otherwise
   *   NEW -> INTERRUPTING -> STARTING -> ENDING -> CANCELLED      cancelled before it began
   *
   *   bit      name         meaning
   *   0-3      phase        as above; ended: SUCCESS, FAILURE or CANCELLED, and stays so
   *   4        WATCHED      waiters has somebody to tell at the end
   *   5        CANCELLING   cancelled before it began, or cancel(true) came while it ran: a failure
   *                         then counts as cancelled
   *   6        TRACED       a join's stack has been added to the failure
   *
   * The entry in a queue is a claim ticket, and comes out of the queues once. Who has it moves NEW to
   * STARTING to run the job, or finds that it is not NEW any more, and that somebody else ends it.
   * INTERRUPTING keeps the runner from leaving the job, so that the interrupt cannot hit what the
   * runner does next.
   *
   * A job that its scope's owner takes back, as nearly all are, is run while it is NEW: no claim is
   * made, and the end is the one CAS. So a cancel that finds it NEW has to know whether it has begun:
   *
   *   the owner     announceTakeBack sets stage to ANNOUNCED; F1 of the deque, or its claim, a CAS;
   *                 reads state, volatile; if it has the entry and state is NEW, sets stage to BEGUN
   *                 and runs the body; otherwise sets stage to NOT_BEGUN
   *   who cancels   moves NEW to INTERRUPTING, by a CAS; reads stage, volatile, until it is not
   *                 ANNOUNCED; BEGUN: as if it were RUNNING; NOT_BEGUN: ends the job
   *
   * Both write one word and then read the other's, and between the two stands a fence, or a CAS whose
   * read behind it is volatile: at least one of them sees what the other has written. (A CAS of
   * another variable is a full fence on x86 and, as HotSpot compiles it, on AArch64; the Java memory
   * model alone does not say so.)
   *
   * Who cancels keeps its worker as long as it waits for the owner, because others look on until
   * INTERRUPTING ends, and to leave may fail. The interrupt itself may take the worker away: the JDK
   * closes the channel that the runner reads from, and waits until the reader has seen that. So those
   * who look on, and have nothing in hand, yield after a while.
   *
   * Who cancels and reads NOT_BEGUN has changed the state before the owner looks at it, now or at
   * whichever later try, so the owner will not begin. What is ANNOUNCED is decided within a few
   * instructions of the owner's, among which it does not park. An owner is interrupted only for what
   * it has begun.
   *
   * The end of the stack. It may come at any call: between the push and the end there is none that
   * could not fail. What it leaves undone is only marked there, by stores to fields, which need no
   * stack, and the job counted as not ended: REFUSED by a spawn that failed, LOST or LOST_ENDING (the
   * state is ENDING, by the owner) by a join. The owner ends it when it waits for the scope or the
   * job, further up the stack: see settle. Until then who cancels takes a LOST one for not begun, and
   * leaves a LOST_ENDING one alone. What has ended may be LOST too: then its waiters are to be told.
   *
   * slot holds, in this order: the body; while RUNNING, the thread that runs it; from ENDING on, or
   * after NEW, the outcome; while LOST or LOST_ENDING, what was thrown. Written by who has the entry,
   * or ends the job before anybody has begun it; released by the next change of state. Who interrupts
   * reads it between RUNNING and INTERRUPTING's end, which ENDING waits for.
   */
  private static final byte NEW = 0;
  private static final byte STARTING = 1;
  private static final byte RUNNING = 2;
  private static final byte IN_PLACE = 3;
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

  private static final byte NOT_BEGUN = 0;
  private static final byte ANNOUNCED = 1;
  private static final byte BEGUN = 2;
  static final byte REFUSED = 3;
  private static final byte LOST = 4;
  private static final byte LOST_ENDING = 5;

  private static final int LOOKS_BEFORE_YIELD = 1 << 10;

  /** In nanoseconds: how long who looks on rests who has yielded long enough. */
  private static final long PAUSE = 100_000;

  private static final VarHandle STATE;
  private static final VarHandle STAGE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Job.class, "state", byte.class);
      STAGE = lookup.findVarHandle(Job.class, "stage", byte.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    link();
  }

  /** As the deque's: what follows an announcement shall not wait for the linking of a handle. */
  private static void link() {
    Job<?> job = new Job<>((Body) () -> {}, STATE);
    job.tellBegun();
    job.stage = ANNOUNCED;
    boolean _ = job.begin(false);
  }

  private volatile byte state;

  // Of taking it back. Written by the scope's owner, opaque; volatile for who cancels, who must not
  // have to link a handle between two states.
  volatile byte stage;

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
    runIfClaimed();
    return null;
  }

  /** Who has the entry; false if it was cancelled: whoever did that has counted it. */
  private boolean runIfClaimed() {
    Scope scope = scope();
    if (!STATE.compareAndSet(this, NEW, STARTING) && !claim()) {
      return false;
    }
    Object body = slot;
    slot = Thread.currentThread();
    advance(RUNNING);
    try {
      runBody(body, scope);
    } finally {
      if (scope != null && isDone()) {
        scope.ended();
      }
    }
    return true;
  }

  @Override
  protected void announceTakeBack() {
    if (home instanceof Scope scope && scope.isOwnedByCaller()) {
      STAGE.setOpaque(this, ANNOUNCED);
    }
  }

  /**
   * Scope's owner: runs this job on its own stack, if it is the newest of its deque, and nobody is
   * about to cancel it.
   *
   * @return whether it was the newest, and so is in no queue any more
   */
  boolean takeBackAndRun(Scope scope) {
    boolean taken = false;
    boolean begun = false;
    try {
      taken = Worker.takeBackHere(this);
      begun = begin(taken);
      if (begun) {
        scope.mine--; // who ends a job counts it: a cancelled one has been counted
        runInPlace(scope);
      }
      return taken;
    } catch (Throwable e) { // not by calls: where the stack has overflowed there is no room for one
      if (taken) {
        int now = state;
        if ((now & ENDED) == 0) {
          slot = e;
          if (begun) {
            scope.mine++;
          }
        }
        stage = begun && (now & PHASE) == ENDING ? LOST_ENDING : LOST;
        scope.unsettled = true;
      } else if (stage == ANNOUNCED) {
        stage = NOT_BEGUN;
      }
      throw e;
    }
  }

  /**
   * Scope's owner, where there is stack: ends this job, or tells of its end, if the end of the
   * stack has prevented that. May be called again if it fails.
   */
  void settle(Scope scope) {
    byte how = stage;
    if (how == REFUSED) {
      cancelNow(false); // unless it has been run all the same
    } else if (how == LOST || how == LOST_ENDING) {
      if (isDone()) {
        tellWaiters();
      } else if (how == LOST_ENDING || claim() || awaitInterrupt() == IN_PLACE) {
        endLost(scope);
      } // else who cancels it ends it, and counts that
    } else {
      return;
    }
    stage = NOT_BEGUN;
  }

  private void endLost(Scope scope) {
    int phase = state & PHASE;
    Throwable reason = slot instanceof Throwable lost ? lost : new StackOverflowError();
    stage = LOST_ENDING; // by nobody else any more
    scope.failed(reason);
    scope.thrown(reason);
    try {
      end(FAILURE, reason);
    } finally {
      if (isDone()) {
        scope.ended();
      }
    }
    if (phase == IN_PLACE || phase == ENDING) {
      clearOwnInterrupt();
    }
  }

  /** Whether {@link #settle} has something to do. */
  boolean isUnsettled() {
    return stage >= REFUSED;
  }

  /** The phase, when nobody interrupts the runner. */
  private int awaitInterrupt() {
    int phase;
    for (int looks = 0; (phase = state & PHASE) == INTERRUPTING; looks++) {
      lookOn(looks);
    }
    return phase;
  }

  /** Scope's owner, which has tried to take it back: decides whether to run it, and tells. */
  boolean begin(boolean taken) {
    if (taken && (state & PHASE) == NEW) {
      tellBegun();
      return true;
    }
    if (stage == ANNOUNCED) {
      STAGE.setOpaque(this, NOT_BEGUN);
    }
    return false;
  }

  void tellBegun() {
    STAGE.setOpaque(this, BEGUN);
  }

  /** Scope's owner, after {@link #begin}. */
  void runInPlace(Scope scope) {
    TaskRunEvent event = TaskRunEvent.isOn() ? TaskRunEvent.inPlace(this) : null;
    runBody(slot, scope);
    TaskRunEvent.ended(event);
    clearOwnInterrupt();
  }

  /** Whoever ran this job in the middle of something else was not meant by its interrupt. */
  private void clearOwnInterrupt() {
    if ((state & CANCELLING) != 0) {
      Thread.interrupted();
    }
  }

  /** Who has the entry: from NEW, with whatever bits, to STARTING. */
  private boolean claim() {
    int now;
    while (((now = state) & PHASE) == NEW) {
      if (move(now, now | STARTING)) {
        return true;
      }
    }
    return false;
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
      if (isDone()) {
        throw Failures.rethrow(e); // the stack has overflowed while others were told
      }
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
    for (int looks = 0; true; looks++) {
      int now = state;
      if ((now & PHASE) == INTERRUPTING) {
        lookOn(looks);
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
      try {
        StackRoom.toRelease(); // to tell half is worse than not to tell
        for (Thread waiter : told) { // a lambda may need more stack when it is linked
          Parking.unpark(waiter);
        }
      } catch (Throwable e) { // the stack has overflowed: settle tells them, some again
        waiters = told;
        throw e;
      }
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
    if (home instanceof Scope scope && scope.isOwnedByCaller() && takeBackAndRun(scope)) {
      if ((state & PHASE) == SUCCESS) {
        return (T) slot;
      }
      markTraced();
    }
    if (!isDone()) {
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
    if (home instanceof Scope scope && scope.isOwnedByCaller()) {
      scope.settle();
      if (isDone()) {
        return true;
      }
    }
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
    boolean taken;
    if (home instanceof Scope scope && scope.isOwnedByCaller()) {
      taken = takeBackAndRun(scope);
    } else {
      StackRoom.toHold(); // what is claimed has to end, and whoever waits has to be told
      taken = Worker.takeBackHere(this);
      if (taken) {
        TaskRunEvent event = TaskRunEvent.isOn() ? TaskRunEvent.inPlace(this) : null;
        boolean ran = runIfClaimed();
        TaskRunEvent.ended(event);
        if (ran) {
          clearOwnInterrupt();
        }
      }
    }
    if (taken) {
      markTraced();
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
    StackRoom.toEnd(); // INTERRUPTING has to end, and whoever waits has to be told
    return cancelNow(mayInterruptIfRunning);
  }

  /** As {@link #cancel(boolean)}, but with whatever is left of the stack. */
  boolean cancelNow(boolean interrupting) {
    int asked = interrupting ? INTERRUPTING | CANCELLING : INTERRUPTING;
    for (int looks = 0; true; looks++) {
      int now = state;
      switch (now & PHASE) {
        case NEW -> {
          if (move(now, now | asked)) {
            if (hasBegunInPlace()) {
              interruptRunner(IN_PLACE, interrupting);
            } else {
              advance(STARTING | CANCELLING);
              endUnstarted();
            }
            return true;
          }
        }
        case RUNNING, IN_PLACE -> {
          if (!interrupting) {
            return true;
          }
          if (move(now, (now & ~PHASE) | asked)) {
            interruptRunner(now & PHASE, true);
            return true;
          }
        }
        case STARTING, INTERRUPTING, ENDING -> {
          if (stage == LOST_ENDING) {
            return true; // its owner ends it, perhaps the caller
          }
          lookOn(looks);
        }
        default -> {
          return false;
        }
      }
    }
  }

  /** Who waits for the end of a state that somebody else has set, and has nothing in hand. */
  private static void lookOn(int looks) {
    if (looks < LOOKS_BEFORE_YIELD) {
      Thread.onSpinWait();
      return;
    }
    try {
      if (looks < 2 * LOOKS_BEFORE_YIELD) {
        Parking.yieldNow();
      } else {
        Parking.parkNanos(Job.class, PAUSE); // a bound thread plays its worker meanwhile
      }
    } catch (StackOverflowError | OutOfMemoryError e) {
      Thread.onSpinWait(); // what the caller has begun must not fail for that
    }
  }

  /**
   * Who cancels, and has moved NEW to INTERRUPTING: whether the scope's owner runs it already. The
   * owner is on another thread of the system, which may have lost its processor, so this may last
   * for a time slice. A fiber must not leave its worker meanwhile.
   */
  private boolean hasBegunInPlace() {
    byte seen;
    for (int looks = 0; (seen = stage) == ANNOUNCED; looks++) {
      if (looks < LOOKS_BEFORE_YIELD || Thread.currentThread().isVirtual()) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
    return seen == BEGUN;
  }

  /** Who cancels, and has moved {@code phase} to INTERRUPTING: moves it back. */
  private void interruptRunner(int phase, boolean interrupting) {
    try {
      if (!interrupting) {
        return;
      }
      if (phase == RUNNING && slot instanceof Thread runner) {
        runner.interrupt();
      } else if (phase == IN_PLACE && stage == BEGUN && home instanceof Scope scope) {
        scope.owner().interrupt();
      }
    } finally {
      advance(phase);
    }
  }

  private void endUnstarted() {
    try {
      end(CANCELLED, null);
    } finally {
      Scope scope = scope();
      if (scope != null && isDone()) {
        scope.ended();
      }
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
          case NEW -> stage == BEGUN ? "running" : "not started";
          case SUCCESS -> "done";
          case FAILURE -> "failed";
          case CANCELLED -> "cancelled";
          default -> "running";
        };
    return "Job@" + Integer.toHexString(System.identityHashCode(this)) + " (" + phase + ")";
  }
}
