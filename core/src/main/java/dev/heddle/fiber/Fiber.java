package dev.heddle.fiber;

import dev.heddle.internal.FiberAccess;
import dev.heddle.internal.TaskAccess;
import dev.heddle.metrics.FiberState;
import dev.heddle.scheduler.OwnThread;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.task.Job;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
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
 * <p>Fibers start about in the order in which they were made; one that can go on after a wait goes
 * before one that has not started, so that there are as few stacks as possible.
 *
 * @param <T> the type of the result; null is a result like any other
 */
@SuppressWarnings("exports") // OwnThread is the scheduler's side of it, none of the users' business
public final class Fiber<T extends @Nullable Object> extends OwnThread {
  static {
    FiberAccess.set(new FiberDoor());
  }

  private final Job<T> job;

  Fiber(String name, Object body, Scheduler scheduler) {
    super(scheduler, name);
    job = TaskAccess.get().newJob(body, scheduler);
  }

  @Override
  protected void live() {
    try {
      TaskAccess.get().run(job);
    } finally {
      scheduler().ended(this);
    }
  }

  @Override
  protected void abandon(RuntimeException reason) {
    TaskAccess.get().abandon(job, reason);
    scheduler().ended(this);
  }

  @Override
  protected boolean hasEnded() {
    return job.isDone();
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
    long start = System.nanoTime();
    long left = nanos;
    while (left > 0) {
      Parking.parkNanos(Sleep.INSTANCE, left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      left = nanos - (System.nanoTime() - start);
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
    long start = nanos == Long.MAX_VALUE ? 0 : System.nanoTime();
    while (!predicate.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = nanos == Long.MAX_VALUE ? nanos : nanos - (System.nanoTime() - start);
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
    return job.join();
  }

  /**
   * Waits until this fiber has ended, at most for {@code timeout}.
   *
   * @return whether it has; {@link #join()} returns at once then
   * @throws InterruptedException if the caller is interrupted meanwhile
   */
  public boolean join(Duration timeout) throws InterruptedException {
    return TaskAccess.get().awaitEnd(job, Times.nanos(timeout));
  }

  /** Whether it has ended, by whichever outcome. */
  public boolean isDone() {
    return job.isDone();
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
    thread().interrupt();
  }

  /**
   * Cancels this fiber: if it has not started, it never will; if it runs, it is interrupted, and
   * counts as cancelled if it then ends by an exception.
   *
   * @return whether it had not ended yet
   */
  public boolean cancel() {
    return job.cancel();
  }

  /** The result to be, for code that wants a {@link java.util.concurrent.Future}. */
  public Job<T> job() {
    return job;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Fiber " + name() + (isDone() ? " (ended)" : "");
  }
}
