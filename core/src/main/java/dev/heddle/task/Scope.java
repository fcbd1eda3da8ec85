package dev.heddle.task;

import dev.heddle.internal.Failures;
import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A group of jobs that ends as one: nothing that was spawned into a scope outlives it.
 *
 * <pre>{@code
 * try (Scope scope = Scope.open()) {          // inside of a runtime; outside: heddle.scope()
 *   Job<Integer> left = scope.spawn(() -> count(tree.left()));
 *   Job<Integer> right = scope.spawn(() -> count(tree.right()));
 *   return left.join() + right.join();
 * }                                           // waits for whatever is left
 * }</pre>
 *
 * <p><b>Failure.</b> The first job that fails cancels those that have not started; {@link #join()}
 * and {@link #close()} throw its exception, the very object, with the join's stack and the failures
 * of other jobs attached as suppressed. Jobs that run go on; {@link #cancel()} interrupts them too.
 *
 * <p><b>Who may do what.</b> The thread or fiber that opened the scope owns it: it alone may join
 * and close it. Anybody may spawn into it while it is open, its own jobs above all, and cancel it.
 *
 * <p><b>Waiting</b>, for the scope or by its owner for one of its jobs, runs the scope's own jobs
 * that have not started, from the top of the caller's own deque, and otherwise parks the fiber. It
 * never runs unrelated work on the caller's stack.
 *
 * <p><b>Cost.</b> The scope, and for each spawn the job and what the lambda captures. Jobs that the
 * owner runs itself cost no contended instruction.
 *
 * <p><b>Misuse.</b> Using a closed scope, or joining it from another thread than the owner, throws
 * {@link IllegalStateException}.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Scope implements AutoCloseable {
  /*
   * Implementation.
   *
   * Counting. The owner's own side needs no atomics: mine = jobs that the owner spawned and has not
   * taken back and begun. Everybody else changes remote: a spawn by another thread adds one, the end
   * of a job that was not begun so subtracts one. The scope is done when mine + remote = 0. Before it waits,
   * the owner moves mine into remote, which then is the number of jobs under way.
   *
   * Waiting. The owner sets waiting and then reads remote; who brings remote to 0 reads waiting
   * after its atomic decrement. One of the two sees the other: no wake-up is lost.
   *
   * The end of the stack. A spawn that fails, or a join that the stack ends in, marks its job and
   * counts it as mine, by stores alone, and says so in unsettled; the owner ends such jobs when it
   * waits, where there is stack again: see Job.
   *
   * newest and Job.older list the jobs that the owner spawned, so that cancel() can interrupt those
   * that run. The list is pruned of ended jobs whenever it has doubled, so that a scope with millions
   * of jobs keeps few. Others' jobs stand in extra.
   *
   * A scope is made for every node of a tree, so what few scopes need stands in extra, and only what
   * others must see in time is volatile: closed, say, is looked at by others to tell them of misuse.
   */
  private static final int PRUNE_FROM = 64;

  private static final VarHandle REMOTE;
  private static final VarHandle NEWEST;
  private static final VarHandle EXTRA;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      REMOTE = lookup.findVarHandle(Scope.class, "remote", int.class);
      NEWEST = lookup.findVarHandle(Scope.class, "newest", Job.class);
      EXTRA = lookup.findVarHandle(Scope.class, "extra", Extra.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Scheduler scheduler;
  private final Thread owner;
  int mine; // the scope's and, as an owner's stack ends anywhere, its jobs'
  private int listed;

  @SuppressWarnings("unused") // through REMOTE
  private volatile int remote;

  private @Nullable Job<?> newest; // written by the owner, released; read by cancel(), acquired
  private volatile @Nullable Extra extra;
  private volatile boolean waiting;
  private volatile boolean cancelled;
  private final boolean inside;
  private boolean closed;
  private boolean told;

  /** Owner: whether some jobs may have to be settled. */
  boolean unsettled;

  /** What few scopes need. */
  private static final class Extra {
    final ConcurrentLinkedQueue<Job<?>> others = new ConcurrentLinkedQueue<>();
    final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    int pruneAt = PRUNE_FROM;
  }

  Scope(Scheduler scheduler, boolean inside) {
    this.scheduler = scheduler;
    this.inside = inside;
    this.owner = Thread.currentThread();
  }

  /**
   * Opens a scope under the runtime that runs the caller.
   *
   * @throws IllegalStateException outside of a runtime; use {@link dev.heddle.Heddle#scope()} there
   */
  public static Scope open() {
    Worker worker = Worker.current();
    if (worker == null) {
      throw new IllegalStateException(
          "Scope.open() was called outside of a runtime; use heddle.scope()");
    }
    return new Scope(worker.scheduler(), true);
  }

  // ---- spawning

  /**
   * Lets {@code body} run soon and near: in the caller's own deque, newest first. From outside of
   * the runtime it is enqueued. If this throws a {@link StackOverflowError}, {@code body} may have
   * been queued all the same, and run, but not after the end of the scope.
   */
  public <T extends @Nullable Object> Job<T> spawn(Callable<T> body) {
    Job<T> job = new Job<>(body, this);
    spawn(job);
    return job;
  }

  /** As {@link #spawn(Callable)}, without a result. */
  public Job<@Nullable Void> spawn(Body body) {
    Job<@Nullable Void> job = new Job<>(body, this);
    spawn(job);
    return job;
  }

  /** The common case, kept small for the sake of inlining: the owner spawns, inside. */
  private void spawn(Job<?> job) {
    if (inside && !closed && listed < PRUNE_FROM && Thread.currentThread() == owner) {
      list(job);
      try {
        if (!Worker.pushHere(job)) {
          queue(job, null, true); // from a fiber that has outlived its runtime
        }
      } catch (Throwable e) {
        mine++;
        unsettled = true;
        job.stage = Job.REFUSED; // not by a call: see settle
        throw e;
      }
      mine++;
      return;
    }
    add(job, null, true);
  }

  /** As {@link #spawn(Callable)}, at the place that {@code affinity} says. */
  public <T extends @Nullable Object> Job<T> spawn(Affinity affinity, Callable<T> body) {
    Job<T> job =
        new Job<>(
            (Callable<T>)
                () -> {
                  affinity.noteStart();
                  return body.call();
                },
            this);
    add(job, affinity, true);
    return job;
  }

  /** Lets {@code body} run about in the order of arrival, in the shared queue. */
  public <T extends @Nullable Object> Job<T> enqueue(Callable<T> body) {
    Job<T> job = new Job<>(body, this);
    add(job, null, false);
    return job;
  }

  /** As {@link #enqueue(Callable)}, without a result. */
  public Job<@Nullable Void> enqueue(Body body) {
    Job<@Nullable Void> job = new Job<>(body, this);
    add(job, null, false);
    return job;
  }

  private void add(Job<?> job, @Nullable Affinity affinity, boolean near) {
    if (closed) {
      throw new IllegalStateException("the scope is closed");
    }
    StackRoom.toRelease(); // for refused
    boolean own = Thread.currentThread() == owner;
    if (own) {
      mine++;
    } else {
      REMOTE.getAndAdd(this, 1);
    }
    try {
      list(job, own);
      queue(job, affinity, near);
    } catch (Throwable e) {
      refused(job);
      throw e;
    }
  }

  /**
   * What is counted was refused. The caller is told by the exception, and neither list nor count
   * must remember it; unless it came into a queue too late, and who took it out has ended it, and
   * counted that.
   */
  private static void refused(Job<?> job) {
    job.cancelNow(false);
  }

  private void list(Job<?> job, boolean own) {
    assert Memory.suffices("a job");
    if (!own) {
      listOther(job);
      return;
    }
    list(job);
    if (listed >= PRUNE_FROM) {
      prune();
    }
  }

  private void queue(Job<?> job, @Nullable Affinity affinity, boolean near) {
    if (affinity != null) {
      affinity.spawn(scheduler, job);
    } else if (near) {
      scheduler.spawn(job);
    } else {
      scheduler.enqueue(job);
    }
  }

  private void list(Job<?> job) {
    job.older = newest;
    NEWEST.setRelease(this, job);
    listed++;
  }

  private void prune() {
    Extra more = extra();
    if (listed < more.pruneAt) {
      return;
    }
    settle();
    Job<?> kept = null;
    Job<?> last = null;
    int count = 0;
    for (Job<?> job = newest; job != null; job = job.older) {
      if (!job.isDone()) {
        if (last == null) {
          kept = job;
        } else {
          last.older = job;
        }
        last = job;
        count++;
      }
    }
    if (last != null) {
      last.older = null;
    }
    NEWEST.setRelease(this, kept);
    listed = count;
    more.pruneAt = Math.max(PRUNE_FROM, count * 2);
  }

  private Extra extra() {
    Extra found = extra;
    if (found != null) {
      return found;
    }
    Extra made = new Extra();
    Extra other = (Extra) EXTRA.compareAndExchange(this, null, made);
    return other == null ? made : other;
  }

  private void listOther(Job<?> job) {
    ConcurrentLinkedQueue<Job<?>> list = extra().others;
    Job<?> head = list.peek();
    while (head != null && head.isDone() && !head.isUnsettled()) {
      list.remove(head); // not poll: another thread may have removed this one meanwhile
      head = list.peek();
    }
    list.add(job);
  }

  // ---- what jobs report

  /** Anybody: a job that was not taken back has ended. */
  void ended() {
    int left = (int) REMOTE.getAndAdd(this, -1) - 1;
    if (left == 0 && waiting) {
      Parking.unpark(owner);
    }
  }

  /** Anybody: a job has failed. Does not throw. */
  void failed(Throwable e) {
    try {
      assert Memory.suffices("the failure of a job");
      Throwable first = extra().failure.compareAndExchange(null, e);
      if (first == null) {
        cancelled = true;
      } else if (first != e) {
        first.addSuppressed(e);
      }
    } catch (OutOfMemoryError noMemory) {
      cancelled = true;
      scheduler.reportUncaught(e); // there is no memory to keep it for who joins the scope
    }
  }

  /** The first failure of a job, or null. */
  @Nullable Throwable failure() {
    Extra more = extra;
    return more == null ? null : more.failure.get();
  }

  /** A job's join has thrown {@code e} to the caller. */
  void thrown(Throwable e) {
    if (Thread.currentThread() == owner && e == failure()) {
      told = true; // so close() need not, and must not: it would be suppressed by itself
    }
  }

  /** Whether jobs that have not started shall not. */
  boolean isCancelled() {
    return cancelled;
  }

  boolean isOwnedByCaller() {
    return Thread.currentThread() == owner;
  }

  Thread owner() {
    return owner;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  // ---- joining

  /** Owner, who is about to wait: ends the jobs that the end of the stack has kept from ending. */
  void settle() {
    if (!unsettled) {
      return;
    }
    StackRoom.toRelease();
    for (Job<?> job = newest; job != null; job = job.older) {
      job.settle(this);
    }
    Extra more = extra;
    if (more != null) {
      more.others.forEach(job -> job.settle(this));
    }
    unsettled = false;
  }

  /**
   * Waits until every job of this scope has ended. If the caller is interrupted meanwhile, the
   * scope is cancelled, and the wait goes on until the jobs have ended.
   *
   * @throws CancellationException if the scope was cancelled, or the caller interrupted (which
   *     stays set)
   */
  public void join() {
    checkOwner();
    settle();
    runOwn(null);
    if (!isFinished()) {
      awaitJobs();
    }
    throwOutcome();
  }

  /**
   * As {@link #join()}, but waits until {@code deadline} at most.
   *
   * @return whether all jobs have ended; if not, they go on, and the scope can be joined again
   */
  public boolean joinUntil(Instant deadline) {
    return joinFor(Duration.between(Clock.instant(), deadline));
  }

  /**
   * As {@link #join()}, but waits for {@code timeout} at most.
   *
   * @return whether all jobs have ended; if not, they go on, and the scope can be joined again
   */
  public boolean joinFor(Duration timeout) {
    checkOwner();
    settle();
    long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout)); // as many as fit
    if (!await(nanos, true)) {
      if (Thread.currentThread().isInterrupted()) {
        cancel();
        told = true;
        throw new CancellationException("interrupted while joining a scope, which was cancelled");
      }
      return false;
    }
    throwOutcome();
    return true;
  }

  /**
   * Owner: runs the scope's own jobs for as long as they are the newest of the caller's deque, and
   * until {@code wanted} is done, if that is given.
   */
  void runOwn(@Nullable Job<?> wanted) {
    while (mine > 0 && (wanted == null || !wanted.isDone())) {
      Worker worker = Worker.current();
      if (worker == null || !(worker.newest() instanceof Job<?> job) || job.scope() != this) {
        return;
      }
      if (!job.takeBackAndRun(this)) {
        return;
      }
    }
  }

  private boolean isFinished() {
    return left() == 0;
  }

  /** Owner, or anybody when all is quiet: how many jobs have not ended. */
  int left() {
    return mine + remote;
  }

  private void awaitJobs() {
    if (!await(Long.MAX_VALUE, true)) {
      cancel();
      await(Long.MAX_VALUE, false);
      told = true;
      throw new CancellationException("interrupted while joining a scope, which was cancelled");
    }
  }

  private boolean await(long nanos, boolean interruptibly) {
    REMOTE.getAndAdd(this, mine);
    mine = 0;
    waiting = true;
    try {
      return scheduler.await(() -> remote == 0, this, nanos, interruptibly);
    } finally {
      waiting = false;
    }
  }

  private void throwOutcome() {
    Throwable first = failure();
    if (first != null) {
      if (!told) {
        told = true;
        Failures.addJoinStack(first, this);
      }
      throw Failures.rethrow(first);
    }
    if (cancelled) {
      told = true;
      throw new CancellationException("the scope was cancelled");
    }
  }

  private void checkOwner() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "a scope is joined and closed by who opened it, %s, not by %s"
              .formatted(owner.getName(), Thread.currentThread().getName()));
    }
    if (closed) {
      throw new IllegalStateException("the scope is closed");
    }
  }

  /** Cancels the jobs that have not started, and interrupts those that run. Returns at once. */
  public void cancel() {
    cancelled = true;
    for (Job<?> job = (Job<?>) NEWEST.getAcquire(this); job != null; job = job.older) {
      job.cancel(true);
    }
    Extra more = extra;
    if (more != null) {
      more.others.forEach(job -> job.cancel(true));
    }
  }

  /**
   * Joins the scope and ends it. Throws as {@link #join()} does, unless a join of this scope has
   * thrown already. Closing again does nothing.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    if (mine == 0 && remote == 0 && !cancelled && !unsettled && Thread.currentThread() == owner) {
      closed = true;
      return;
    }
    closeSlowly();
  }

  private void closeSlowly() {
    checkOwner();
    boolean before = told;
    try {
      settle(); // what that tells of was thrown to the owner
      before = told;
      join();
    } catch (RuntimeException | Error e) {
      if (e instanceof StackOverflowError) {
        cancelled = true; // it may be this very close that has no stack: nothing shall start late
      }
      if (!before) {
        throw e;
      }
    } finally {
      closed = true;
    }
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Scope of " + owner.getName();
  }
}
