package dev.heddle.task;

import dev.heddle.internal.Failures;
import dev.heddle.internal.TaskAccess;
import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.TaskRunEvent;
import dev.heddle.scheduler.TooLateException;
import dev.heddle.scheduler.Work;
import dev.heddle.scheduler.Worker;
import dev.heddle.scheduler.World;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A unit of work as an object of your own: the fastest way to fork and join. Subclass it, keep
 * inputs and results in fields, and do the work in {@link #execute()}.
 *
 * <pre>{@code
 * final class Fib extends Task {
 *   final int n;
 *   int result;
 *
 *   Fib(int n) { this.n = n; }
 *
 *   protected Task execute() {
 *     if (n < 2) {
 *       result = n;
 *     } else {
 *       Fib a = new Fib(n - 1);
 *       a.spawn();                 // may run anywhere from now on
 *       Fib b = new Fib(n - 2);
 *       b.execute();               // meanwhile, here
 *       a.join();                  // taken back and run here, unless somebody has stolen it
 *       result = a.result + b.result;
 *     }
 *     return null;                 // or the task to run next
 *   }
 * }
 * }</pre>
 *
 * <p><b>Promise.</b> A spawned task is executed at most once; exactly once, unless it is cancelled
 * or its runtime ends before. What was done before {@link #spawn()} is visible in {@link
 * #execute()}, and what {@code execute} did is visible after {@link #join()}. The task may block:
 * only its fiber waits. What it throws arrives at {@code join}, the very object, with the join's
 * stack attached as suppressed; nobody else is told, so join what you spawn, or use {@link
 * dev.heddle.Heddle#spawn(Task)}, which reports failures that nobody joins.
 *
 * <p><b>Cost.</b> No garbage beside the object itself, whose base takes 8 bytes beyond the header.
 *
 * <p><b>Misuse.</b> A task is spawned once; a second time, and {@code join} of a task that was
 * never spawned, throw {@link IllegalStateException}. {@link #spawn()} outside of a runtime does
 * too.
 *
 * <p>For lambdas, results and groups see {@link Scope}, which costs a little more.
 */
@SuppressWarnings("exports") // Work is the scheduler's side of it, and none of the users' business
public abstract class Task extends Work {
  /*
   * Implementation.
   *
   * status, one byte, changed by CAS from the moment at which the task is visible to others, which it
   * is before its spawn if it is linked to others; but for E2 below:
   *
   *   bit  name       set by                          meaning
   *   0    ACCEPTED   who spawns it                   has been spawned; once
   *   1    CANCEL     cancel()                        shall not start
   *   2    WATCHED    who waits or succeeds           extra has somebody to tell at the end
   *   3    AFFINE     affinity(), plain, before spawn extra has a hint to be told where it starts
   *   4    FAILED     who runs it, with DONE          extra has what it threw
   *   5    CANCELLED  who runs it, with DONE          it was not executed
   *   7    DONE       who runs it                     it has ended; never changes any more
   *
   * A status of exactly ACCEPTED is the common case, and its end is one CAS to exactly DONE. A waiter
   * sets WATCHED by CAS and so makes that one fail: either the end sees WATCHED, and tells the waiter
   * that stands in extra, or the waiter sees DONE. The waiter stands in extra before it sets WATCHED.
   *
   * A task that its join takes back, as nearly all are, ends without the CAS: E1 reads ACCEPTED, E2
   * stores DONE, released. It loses what was set in between, which is known in advance:
   *
   *   the runner   announceTakeBack sets takenBack; a full fence (F1 of the deque, or its claim and
   *                the volatile read of status behind it); whatever the task does; E1; E2
   *   who watches  sets WATCHED, by a CAS; reads takenBack, volatile
   *
   * Who reads false has set WATCHED before the runner passed its fence, so E1 sees it, and the end is
   * an atomic one that tells. Who reads true may have come between E1 and E2, two instructions. So it
   * looks again some dozen nanoseconds long, and if the runner has stood still in that gap, then after
   * FIRST_LOOK, and each time after twice as long: it goes on late by a millisecond, or by as much
   * again as the runner has stood still, and a wait of an hour looks 22 times. CANCEL may be lost too;
   * a task that has started does not care. What runs in a World is watched from there only, and
   * nobody comes between two instructions. takenBack stays true if a thief was faster: then who
   * watches looks again for nothing.
   *
   * Everything rare stands in extra, guarded by its monitor.
   */
  private static final byte ACCEPTED = 1;
  private static final byte CANCEL = 1 << 1;
  private static final byte WATCHED = 1 << 2;
  private static final byte AFFINE = 1 << 3;
  private static final byte FAILED = 1 << 4;
  private static final byte CANCELLED = 1 << 5;
  private static final byte DONE = (byte) (1 << 7); // the sign

  /** In nanoseconds; see above. */
  private static final long FIRST_LOOK = 1_000_000;

  /** So often who watches looks at once whether it came too late. */
  private static final int LOOKS_AT_ONCE = 32;

  private static final VarHandle STATUS;
  private static final VarHandle TAKEN_BACK;
  private static final VarHandle EXTRA;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATUS = lookup.findVarHandle(Task.class, "status", byte.class);
      TAKEN_BACK = lookup.findVarHandle(Task.class, "takenBack", boolean.class);
      EXTRA = lookup.findVarHandle(Task.class, "extra", Extra.class);
      TaskAccess.set(new TaskDoor());
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile byte status;

  @SuppressWarnings("unused") // through TAKEN_BACK
  private boolean takenBack; // written by who is about to take it back; opaque

  private volatile @Nullable Extra extra;

  /** What few tasks need. Guarded by its monitor, except where a field says otherwise. */
  static final class Extra {
    @Nullable List<Thread> waiters;
    @Nullable Throwable failure;
    boolean joinStackAdded;

    // Links to other tasks; see TaskLinks.
    @Nullable List<Task> successors;
    @Nullable List<Task> predecessors;
    int unfinished;

    // Written before the task is visible to others.
    @Nullable Affinity affinity;
    @Nullable Scheduler scheduler;
    boolean detached;
  }

  /** Makes a task that has not been spawned. */
  protected Task() {}

  /**
   * A task that runs {@code body} and returns no next one. If {@code body} throws a checked
   * exception, that is what a join throws, inside a {@link
   * java.util.concurrent.CompletionException}.
   */
  public static Task of(Body body) {
    return new OfBody(body);
  }

  private static final class OfBody extends Task {
    private final Body body;

    OfBody(Body body) {
      this.body = Objects.requireNonNull(body, "body");
    }

    @Override
    protected @Nullable Task execute() {
      try {
        body.run();
      } catch (Exception e) {
        throw Failures.asIs(e);
      }
      return null;
    }
  }

  /**
   * Does the work. Called by the runtime; you may also call it yourself, as an ordinary method,
   * which neither spawns nor ends the task.
   *
   * @return the task that the worker shall run next, before anything else (rule {@code BYPASS}), or
   *     null. It must not have been spawned; it counts as spawned from here on, so whoever wants to
   *     join it has to know, from something other than the task itself, that this one has returned.
   */
  protected abstract @Nullable Task execute();

  // ---- before it runs

  /**
   * Lets this task run under the caller's runtime, soon and near: it becomes the newest of the
   * worker's own deque, which the worker runs first and thieves run last. For work in the order of
   * arrival use {@link dev.heddle.Heddle#enqueue(Task)}.
   *
   * <p>If the stack overflows in here, the task has not been spawned.
   *
   * @throws IllegalStateException if it was spawned before, or the caller runs under no runtime
   */
  public final void spawn() {
    if (extra != null) {
      StackRoom.toHold(); // what is queued has to be told
    }
    accept();
    try {
      if (extra != null || !Worker.pushHere(this)) {
        spawnSlowly();
      }
    } catch (OutOfMemoryError | RuntimeException e) {
      refuse(e);
      throw e;
    } catch (StackOverflowError e) {
      status = (byte) (status & ~ACCEPTED); // as refuse, but without a call: it is in no queue
      throw e;
    }
  }

  private void spawnSlowly() {
    Worker worker = Worker.current();
    if (worker == null) {
      throw new IllegalStateException(
          "spawn() was called outside of a runtime; give the task to heddle.spawn, enqueue or"
              + " invoke");
    }
    dispatch(worker.scheduler(), true);
  }

  /** As {@link #spawn()} or enqueue, for {@code scheduler}, from anywhere. */
  final void start(Scheduler scheduler, boolean near, boolean detached) {
    StackRoom.toHold(); // what is accepted has to be queued and told, or refused
    Extra more = extra();
    more.scheduler = scheduler;
    more.detached = detached;
    if (more.predecessors != null) {
      scheduler.checkAdmits(); // they may never come, and until then it is in no queue
    }
    accept();
    try {
      dispatch(scheduler, near);
    } catch (Throwable e) {
      refuse(e);
      throw e;
    }
  }

  /** It was not taken for {@code reason}, which is thrown: as if nothing had been asked. */
  private void refuse(Throwable reason) {
    if (!(reason instanceof TooLateException)) { // then it has failed, as who joins it is told
      STATUS.getAndBitwiseAnd(this, (byte) ~ACCEPTED);
    }
  }

  final void accept() {
    int before = status;
    if (extra == null && (before & (ACCEPTED | DONE)) == 0) {
      STATUS.set(this, (byte) (before | ACCEPTED)); // published by the queue that it goes into
      return;
    }
    if ((before & (ACCEPTED | DONE)) == 0) { // those that it is linked to may mark it meanwhile
      before = (byte) STATUS.getAndBitwiseOr(this, ACCEPTED);
    }
    if ((before & (ACCEPTED | DONE)) != 0) {
      throw new IllegalStateException("spawned twice: " + this);
    }
  }

  private void dispatch(Scheduler scheduler, boolean near) {
    Extra more = extra();
    if (more.predecessors != null && !TaskLinks.arm(this, scheduler)) {
      return; // the last predecessor will
    }
    if (near || more.affinity != null) {
      dispatchReady(scheduler, more);
    } else {
      scheduler.enqueue(this);
    }
  }

  final void dispatchReady(Scheduler scheduler, Extra more) {
    if (more.affinity != null) {
      more.affinity.spawn(scheduler, this);
    } else {
      scheduler.spawn(this);
    }
  }

  /** As {@link #dispatchReady}, for what has been taken on: as soon as there is memory for it. */
  final void dispatchForSure(Scheduler scheduler, Extra more) {
    boolean dispatched = false;
    while (!dispatched) {
      try {
        dispatchReady(scheduler, more);
        dispatched = true;
      } catch (OutOfMemoryError noMemory) {
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Says where this task would like to run. To be called before it is spawned.
   *
   * @return this task
   */
  public final Task affinity(Affinity affinity) {
    checkNotSpawned("affinity");
    extra().affinity = affinity;
    STATUS.set(this, (byte) (status | AFFINE));
    return this;
  }

  /**
   * Makes this task wait for others: once it is spawned, it starts when the last of {@code
   * predecessors} is done, right after it and on the same worker (rule {@code SUCCESSOR}). A
   * predecessor that fails or is cancelled cancels this task. All of them have to be spawned too,
   * in any order.
   *
   * @return this task
   * @throws IllegalArgumentException if a predecessor waits, directly or not, for this task: the
   *     message names the cycle
   * @throws IllegalStateException if this task was spawned before
   */
  public final Task after(Task... predecessors) {
    checkNotSpawned("after");
    for (Task predecessor : predecessors) {
      TaskLinks.link(predecessor, this);
    }
    return this;
  }

  private void checkNotSpawned(String method) {
    if ((status & (ACCEPTED | DONE)) != 0) {
      throw new IllegalStateException(method + "() comes before the spawn: " + this);
    }
  }

  final @Nullable Extra extraOrNull() {
    return extra;
  }

  final Extra extra() {
    Extra found = extra;
    if (found != null) {
      return found;
    }
    Extra made = new Extra();
    Extra other = (Extra) EXTRA.compareAndExchange(this, null, made);
    return other == null ? made : other;
  }

  // ---- running

  @Override
  protected final String recordedKind() {
    return TASK;
  }

  @Override
  protected final Class<?> recordedType() {
    return this instanceof OfBody made ? made.body.getClass() : getClass();
  }

  @Override
  protected final String recordedName() {
    return super.recordedName();
  }

  @Override
  protected final long processNumber() {
    return 0;
  }

  @Override
  protected final long recordedNumber() {
    return super.recordedNumber();
  }

  @Override
  protected final @Nullable Work carryOut() {
    return perform(false);
  }

  @Override
  protected final void announceTakeBack() {
    TAKEN_BACK.setOpaque(this, true);
  }

  private @Nullable Task perform(boolean inPlace) {
    Task next = null;
    if ((status & (CANCEL | AFFINE)) == 0 || mayStart()) {
      try {
        next = execute();
        if (next != null) {
          if (inPlace) {
            StackRoom.toHold(); // what is accepted has to be queued
          }
          next.accept();
        }
      } catch (Throwable e) {
        fail(e);
        return null;
      }
      if (!(inPlace ? endUnwatched() : STATUS.compareAndSet(this, ACCEPTED, DONE))) {
        finish(DONE);
      }
    } else {
      finish((byte) (DONE | CANCELLED));
    }
    return next;
  }

  /** E1 and E2. */
  private boolean endUnwatched() {
    if ((byte) STATUS.getOpaque(this) != ACCEPTED) {
      return false;
    }
    STATUS.setRelease(this, DONE);
    return true;
  }

  /** The caller has taken this task back from its own deque: runs it on the caller's stack. */
  final void runInPlace() {
    TaskRunEvent event = TaskRunEvent.isOn() ? TaskRunEvent.inPlace(this) : null;
    Task next = perform(true);
    TaskRunEvent.ended(event);
    if (next != null) {
      Worker now = Worker.current();
      if (now != null) {
        now.pushForSure(next); // it is not what the caller waits for
      } else {
        next.abandon(
            new IllegalStateException("the runtime ended before " + next + " could start"));
      }
    }
  }

  private boolean mayStart() {
    Extra more = extra;
    if (more != null && more.affinity != null) {
      more.affinity.noteStart();
    }
    return (status & CANCEL) == 0;
  }

  private void fail(Throwable e) {
    Scheduler tell = null;
    try {
      Extra more = extra();
      synchronized (more) {
        more.failure = e;
        tell = more.detached && more.waiters == null ? more.scheduler : null;
      }
    } catch (OutOfMemoryError noMemory) {
      // Then the task has failed without saying why: better than not to end.
    }
    finish((byte) (DONE | FAILED));
    if (tell != null) {
      tell.reportUncaught(e);
    }
  }

  private void finish(byte outcome) {
    int before = (byte) STATUS.getAndBitwiseOr(this, outcome);
    if ((before & WATCHED) != 0) {
      tellWatchers();
    }
  }

  /** It has ended. Whoever is told is told once, however often this is called. */
  final void tellWatchers() {
    boolean failed = (status & (FAILED | CANCELLED)) != 0;
    Extra more = extra();
    List<Thread> waiters;
    List<Task> successors;
    synchronized (more) {
      waiters = more.waiters;
      successors = more.successors;
      more.waiters = null;
      more.successors = null;
    }
    if (waiters != null) {
      for (Thread waiter : waiters) { // a lambda may need more stack when it is linked
        Parking.unpark(waiter);
      }
    }
    if (successors != null) {
      for (Task successor : successors) {
        TaskLinks.predecessorDone(successor, failed);
      }
    }
  }

  @Override
  protected final void abandon(RuntimeException reason) {
    try {
      Extra more = extra();
      synchronized (more) {
        more.failure = reason;
      }
    } catch (OutOfMemoryError noMemory) {
      // As in fail.
    }
    finish((byte) (DONE | FAILED));
  }

  // ---- afterwards

  /**
   * Waits until this task is done. If it is still the newest of the caller's own deque, it is run
   * here; otherwise only the calling fiber waits, and its worker goes on. So join in the reverse
   * order of spawning: what was spawned last is joined for next to nothing. Never runs anything
   * else on the caller's stack. Not interruptible: an interrupt stays pending.
   *
   * @throws CancellationException if it was cancelled
   * @throws IllegalStateException if it was never spawned
   */
  public final void join() {
    if (status >= 0) {
      if (status != ACCEPTED) {
        StackRoom.toHold(); // somebody may have to be told of the end
      }
      if (Worker.takeBackHere(this)) {
        try {
          runInPlace();
        } catch (Throwable e) { // the stack has overflowed around execute
          try {
            finish(status < 0 ? DONE : (byte) (DONE | FAILED)); // tells again, if it has ended
          } catch (StackOverflowError again) {
            if (status >= 0) {
              status = (byte) (DONE | FAILED); // who watches it since it was announced looks again
            }
          }
          throw e;
        }
        if ((status & (FAILED | CANCELLED)) != 0) {
          throwOutcome(false); // its stack shows the caller's already
        }
        return;
      }
      awaitEnd();
    }
    if ((status & (FAILED | CANCELLED)) != 0) {
      throwOutcome(true);
    }
  }

  private void awaitEnd() {
    if ((status & (ACCEPTED | DONE)) == 0) {
      throw new IllegalStateException("joined, but never spawned: " + this);
    }
    if (!watch()) {
      return;
    }
    Scheduler scheduler = extra().scheduler;
    Worker worker = Worker.current();
    if (scheduler == null && worker != null) {
      scheduler = worker.scheduler(); // spawned by a worker, so some worker runs it: just wait
    }
    long look = mayEndUntold() ? FIRST_LOOK : Long.MAX_VALUE;
    while (!(scheduler != null
        ? scheduler.await(this::isDone, this, look, false)
        : awaitOutside(look))) {
      look = Math.max(look, look << 1);
    }
  }

  private boolean awaitOutside(long nanos) {
    boolean interrupted = false;
    long start = Clock.nanos();
    long left = nanos;
    while (!isDone() && left > 0) {
      if (nanos == Long.MAX_VALUE) {
        Parking.park(this);
      } else {
        Parking.parkNanos(this, left);
        left = nanos - (Clock.nanos() - start);
      }
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return isDone();
  }

  /**
   * Who has marked it as watched, and not found it done: whether the end may miss that, so that the
   * caller has to look again. If it has missed it, it is mostly done when this returns.
   */
  final boolean mayEndUntold() {
    if (!(boolean) TAKEN_BACK.getVolatile(this) || World.current() != null) {
      return false;
    }
    for (int i = 0; i < LOOKS_AT_ONCE && status >= 0; i++) {
      Thread.onSpinWait();
    }
    return true;
  }

  /** Has the calling thread told when this task ends; false if it has ended. */
  private boolean watch() {
    Extra more = extra();
    synchronized (more) {
      if (more.waiters == null) {
        more.waiters = new ArrayList<>(1);
      }
      more.waiters.add(Thread.currentThread());
    }
    return markWatched();
  }

  /** Sets WATCHED; false if the task has ended before. */
  final boolean markWatched() {
    int now;
    do {
      now = status;
      if (now < 0) {
        return false;
      }
    } while (!STATUS.compareAndSet(this, (byte) now, (byte) (now | WATCHED)));
    return true;
  }

  /** Whether somebody has asked to be told, and the end, if it came, has not overlooked that. */
  final boolean isWatched() {
    return (status & WATCHED) != 0;
  }

  private void throwOutcome(boolean fromElsewhere) {
    Extra more = extra();
    Throwable failure;
    boolean addStack;
    synchronized (more) {
      failure = more.failure;
      addStack = fromElsewhere && !more.joinStackAdded;
      more.joinStackAdded |= addStack;
    }
    if (failure == null) {
      throw isFailed()
          ? new IllegalStateException(
              "failed, and there was no memory or stack to keep the cause: " + this)
          : new CancellationException("cancelled: " + this);
    }
    if (addStack) {
      Failures.addJoinStack(failure, this);
    }
    throw Failures.rethrow(failure);
  }

  /**
   * Asks that this task not be started. A task that runs goes on.
   *
   * @return whether it had not ended yet; {@link #isCancelled()} tells, after the join, whether it
   *     was indeed not executed
   */
  public final boolean cancel() {
    int now;
    do {
      now = status;
      if (now < 0) {
        return false;
      }
    } while (!STATUS.compareAndSet(this, (byte) now, (byte) (now | CANCEL)));
    return true;
  }

  /** Whether this task has ended: executed, failed or cancelled. */
  public final boolean isDone() {
    return status < 0;
  }

  /** Whether this task has ended without being executed, because it was cancelled. */
  public final boolean isCancelled() {
    return (status & CANCELLED) != 0;
  }

  /** Whether this task has ended by an exception. */
  public final boolean isFailed() {
    return (status & FAILED) != 0;
  }

  /** For messages; override it to give your tasks names. */
  @Override
  public String toString() {
    String name = getClass().getName();
    return name.substring(name.lastIndexOf('.') + 1)
        + "@"
        + Integer.toHexString(System.identityHashCode(this));
  }
}
