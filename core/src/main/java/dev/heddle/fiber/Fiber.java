package dev.heddle.fiber;

import dev.heddle.internal.Failures;
import dev.heddle.internal.FiberAccess;
import dev.heddle.metrics.FiberState;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.OwnThread;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.UntoldFailures;
import dev.heddle.scheduler.World;
import dev.heddle.task.Body;
import dev.heddle.task.Job;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ordinary blocking Java on a thread of its own that costs no worker while it waits. Started by
 * {@code heddle.fiber(...)}.
 *
 * <p>A fiber is a thread in every respect: {@link Thread#currentThread()}, thread-locals,
 * interrupts, locks, queues and thread dumps mean what they mean in Java. On the virtual engine it
 * is a virtual thread on Heddle's workers, and whatever blocks in it suspends only the fiber. On
 * the platform engine it is a platform thread that runs while it has a worker; there only Heddle's
 * own waits give the worker back: {@link #sleep}, {@link #join}, and everything of this package.
 *
 * <p>Against a {@link Job}: a job borrows a runner, and is cheaper to start by far; a fiber has a
 * thread, and with it a name, a state that can be watched, and thread-locals that nobody else sees.
 *
 * <p>A failure is thrown at the join. If nobody has joined the fiber when it becomes garbage, or
 * when the runtime closes, the runtime's uncaught-exception handler is told.
 *
 * <p>Fibers start about in the order in which they were made; one that can go on after a wait goes
 * before one that has not started, so that there are as few stacks as possible.
 *
 * @param <T> the type of the result; null is a result like any other
 */
@SuppressWarnings("exports") // OwnThread is the scheduler's side of it, none of the users' business
public final class Fiber<T extends @Nullable Object> extends OwnThread {
  /*
   * Implementation.
   *
   * body: what to run, until somebody takes it out by a CAS: its own thread, which runs it, or who
   * cancels or abandons it, and ends the fiber instead.
   *
   * outcome: while it has not ended, null or the Joiners that wait, a list whose head is replaced by
   * a CAS. Then, once, by an exchange that also takes the joiners, who are unparked: the result (NULL
   * for null), or a Failed. A joiner is in the list before it looks for the last time whether the
   * fiber has ended, so it sees the end or is seen.
   */
  private static final Object NULL = new Object();
  private static final VarHandle BODY;
  private static final VarHandle OUTCOME;

  static {
    try {
      BODY = MethodHandles.lookup().findVarHandle(Fiber.class, "body", Object.class);
      OUTCOME = MethodHandles.lookup().findVarHandle(Fiber.class, "outcome", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
    FiberAccess.set(new FiberDoor());
  }

  /** Somebody who waits for the end. */
  private record Joiner(Thread thread, @Nullable Joiner next) {}

  /** How it ended, if not by a result. */
  private static final class Failed {
    final Throwable failure;
    final boolean cancelled;
    final AtomicBoolean traced = new AtomicBoolean();
    volatile UntoldFailures.@Nullable Untold untold;

    Failed(Throwable failure, boolean cancelled) {
      this.failure = failure;
      this.cancelled = cancelled;
    }
  }

  /** For all whose failure could not be kept; that has been told already. */
  private static final Failed WITHOUT_MEMORY =
      new Failed(new OutOfMemoryError("none was left to keep how a fiber failed"), false);

  @SuppressWarnings("unused") // through BODY
  private volatile @Nullable Object body;

  private volatile @Nullable Object outcome;
  private volatile boolean cancelling;

  Fiber(String name, Object body, Scheduler scheduler) {
    super(scheduler, name);
    this.body = Objects.requireNonNull(body, "body");
  }

  // ---- its life

  /**
   * What its thread does; nobody else may call it.
   *
   * @throws IllegalStateException if somebody else does
   */
  @Override
  public void run() {
    if (Thread.currentThread() != thread()) {
      throw new IllegalStateException("a fiber is run by its own thread only: " + this);
    }
    Object taken = BODY.getAndSet(this, null);
    if (taken != null) {
      Object end;
      try {
        if (taken instanceof Callable<?> callable) {
          Object result = callable.call();
          end = result == null ? NULL : result;
        } else {
          ((Body) taken).run();
          end = NULL;
        }
      } catch (Throwable e) {
        end = failed(e, cancelling && !(e instanceof Error));
      }
      end(end);
    }
    scheduler().ended(this);
  }

  private Failed failed(Throwable e, boolean cancelled) {
    try {
      assert Memory.suffices("how a fiber failed");
      return new Failed(e, cancelled);
    } catch (OutOfMemoryError worse) {
      scheduler().reportUncaught(e); // rather now than never
      return WITHOUT_MEMORY;
    }
  }

  private void end(Object how) {
    Joiner joiner = (Joiner) OUTCOME.getAndSet(this, how);
    if (how instanceof Failed failed && !failed.cancelled && how != WITHOUT_MEMORY) {
      keepUntold(failed); // who waits may have a timeout, and never ask for the result
    }
    while (joiner != null) {
      Parking.unpark(joiner.thread());
      joiner = joiner.next();
    }
  }

  /** If nobody ever asks for the result, the uncaught-exception handler is told. */
  private void keepUntold(Failed failed) {
    UntoldFailures.Untold untold;
    try {
      assert Memory.suffices("a failure that is untold");
      untold = scheduler().untoldFailures().add(this, failed.failure);
    } catch (OutOfMemoryError _) {
      scheduler().reportUncaught(failed.failure); // rather now than never
      return;
    }
    failed.untold = untold;
    if (failed.traced.get()) {
      untold.joined(); // by somebody who was faster
    }
  }

  @Override
  protected void abandon(RuntimeException reason) {
    if (BODY.getAndSet(this, null) != null) {
      end(failed(reason, false));
    }
    scheduler().ended(this);
  }

  @Override
  protected boolean hasEnded() {
    return isDone();
  }

  // ---- the caller's own fiber

  /**
   * The fiber that runs the caller; null if it is none: a task, a thread outside, a virtual thread
   * of somebody's own. Also null inside of a fiber whose body has set an uncaught-exception handler
   * on its thread, which is of no use there: failures are told at the join.
   */
  public static @Nullable Fiber<?> current() {
    return Scheduler.ownThread(Thread.currentThread()) instanceof Fiber<?> fiber ? fiber : null;
  }

  /**
   * Lets others run: whatever is ready goes before the caller. On a thread outside it is {@link
   * Thread#yield()}.
   */
  @SuppressWarnings("NamedLikeContextualKeyword") // as Thread.yield, always qualified
  public static void yield() {
    Parking.yieldNow();
  }

  /**
   * Sleeps for {@code time}, and costs no worker meanwhile. Any thread may call it.
   *
   * @throws InterruptedException if the caller is interrupted, before or meanwhile
   */
  public static void sleep(Duration time) throws InterruptedException {
    long nanos = Times.nanos(time);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    long start = Clock.nanos();
    long left = nanos;
    while (left > 0) {
      Parking.parkNanos(Sleep.INSTANCE, left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      left = nanos - (Clock.nanos() - start);
    }
  }

  /** What a sleeper waits for. */
  private enum Sleep {
    INSTANCE;

    @Override
    public String toString() {
      return "a sleep";
    }
  }

  // ---- the wait under everything

  /**
   * Waits, with {@code lock} held by the caller, until {@code predicate} holds: while it does not,
   * gives the lock back, suspends the caller until somebody {@linkplain #resume resumes} it, and
   * takes the lock again. The predicate is asked under the lock. Any thread may call it; a thread
   * that is no fiber is resumed by {@link #resume(Thread)}.
   *
   * <p>For building something that this package lacks; what is here is easier to use right.
   *
   * @param timeout how long at most; null: without end
   * @return whether the predicate held; asked a last time after the timeout, so a resume that came
   *     in time counts
   * @throws InterruptedException if the caller is interrupted; it holds the lock then
   */
  public static boolean await(Lock lock, @Nullable Duration timeout, BooleanSupplier predicate)
      throws InterruptedException {
    long nanos = timeout == null ? Long.MAX_VALUE : Times.nanos(timeout);
    long start = nanos == Long.MAX_VALUE ? 0 : Clock.nanos();
    while (!predicate.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = nanos == Long.MAX_VALUE ? nanos : nanos - (Clock.nanos() - start);
      if (left <= 0) {
        return false;
      }
      lock.unlock();
      try {
        if (left == Long.MAX_VALUE) {
          Parking.park(lock);
        } else {
          Parking.parkNanos(lock, left);
        }
      } finally {
        lock.lock();
      }
    }
    return true;
  }

  /**
   * Lets this fiber go on if it is suspended by {@link #await}: it asks its predicate again. If it
   * runs or is queued already, its next suspension returns at once and asks, so nothing is lost.
   */
  public void resume() {
    Parking.unpark(thread());
  }

  /** As {@link #resume()}, for any thread. */
  public static void resume(Thread thread) {
    Parking.unpark(thread);
  }

  // ---- from outside

  /**
   * Waits until this fiber has ended. Not interruptible: an interrupt stays pending.
   *
   * @return its result
   * @throws CancellationException if it was {@linkplain #cancel() cancelled}
   */
  public T join() {
    World.point();
    awaitEnd(Long.MAX_VALUE, false);
    return result();
  }

  /**
   * Waits until this fiber has ended, at most for {@code timeout}.
   *
   * @return whether it has; {@link #join()} returns at once then
   * @throws InterruptedException if the caller is interrupted meanwhile
   */
  public boolean join(Duration timeout) throws InterruptedException {
    boolean ended = awaitEnd(Times.nanos(timeout), true);
    if (!ended && Thread.interrupted()) {
      throw new InterruptedException();
    }
    return ended;
  }

  private boolean awaitEnd(long nanos, boolean interruptibly) {
    Thread me = Thread.currentThread();
    if (me == thread()) {
      throw new IllegalStateException("a fiber that joined itself would wait for ever: " + this);
    }
    if (!announce(me)) {
      return true;
    }
    boolean ended = false;
    try {
      ended = scheduler().await(this::isDone, this, nanos, interruptibly);
    } finally {
      if (!ended) {
        withdraw(me);
      }
    }
    return ended;
  }

  /** Has {@code joiner} told of the end; false if that has come. */
  private boolean announce(Thread joiner) {
    Object now;
    do {
      now = outcome;
      if (isEnd(now)) {
        return false;
      }
    } while (!OUTCOME.compareAndSet(this, now, new Joiner(joiner, (Joiner) now)));
    return true;
  }

  private void withdraw(Thread joiner) {
    while (outcome instanceof Joiner first) {
      if (OUTCOME.compareAndSet(this, first, without(joiner, first))) {
        return;
      }
    }
  }

  private static @Nullable Joiner without(Thread leaver, Joiner first) {
    Joiner rest = null;
    for (Joiner each = first; each != null; each = each.next()) {
      rest = each.thread() == leaver ? rest : new Joiner(each.thread(), rest);
    }
    return rest;
  }

  /** How many wait for its end. */
  int joiners() {
    int count = 0;
    Joiner each = outcome instanceof Joiner first ? first : null;
    while (each != null) {
      count++;
      each = each.next();
    }
    return count;
  }

  private static boolean isEnd(@Nullable Object outcome) {
    return outcome != null && !(outcome instanceof Joiner);
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // null is a result like any other
  private T result() {
    Object end = outcome;
    if (!(end instanceof Failed failed)) {
      return (T) (end == NULL ? null : end);
    }
    if (failed.cancelled) {
      CancellationException cancelled = new CancellationException("cancelled: " + this);
      cancelled.initCause(failed.failure);
      throw cancelled;
    }
    if (failed != WITHOUT_MEMORY && failed.traced.compareAndSet(false, true)) {
      Failures.addJoinStack(failed.failure, this);
      UntoldFailures.Untold untold = failed.untold;
      if (untold != null) {
        untold.joined();
      }
    }
    throw Failures.rethrow(failed.failure);
  }

  /** Whether it has ended, by whichever outcome. */
  public boolean isDone() {
    return isEnd(outcome);
  }

  /** What it does at the moment. On the virtual engine a look costs next to nothing. */
  public FiberState state() {
    return isDone() ? FiberState.ENDED : scheduler().stateOf(thread());
  }

  /**
   * What it waits for, in that thing's own words; null if it does not wait, or waits for something
   * that does not say, such as a socket.
   */
  public @Nullable String waitsFor() {
    Object blocker = Scheduler.blockerOf(thread());
    return blocker == null ? null : blocker.toString();
  }

  /** Where it is, innermost first; empty if it has not started, or has ended. */
  public List<StackTraceElement> stack() {
    return List.of(thread().getStackTrace());
  }

  /** Interrupts this fiber, as {@link Thread#interrupt()}. If it has ended, nothing happens. */
  public void interrupt() {
    World.point();
    thread().interrupt();
  }

  /**
   * Cancels this fiber: if it has not started, it never will; if it runs, it is interrupted, and
   * counts as cancelled if it then ends by an exception.
   *
   * @return whether it had not ended yet
   */
  public boolean cancel() {
    World.point();
    if (isDone()) {
      return false;
    }
    Failed unstarted = new Failed(new CancellationException("before it started"), true);
    cancelling = true; // before it can see the interrupt
    if (BODY.getAndSet(this, null) != null) {
      end(unstarted);
    } else {
      thread().interrupt();
    }
    return true;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Fiber " + name() + (isDone() ? " (ended)" : "");
  }
}
