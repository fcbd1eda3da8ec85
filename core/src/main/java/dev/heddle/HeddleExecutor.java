package dev.heddle;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.OwnThread;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A runtime as an {@link java.util.concurrent.ExecutorService}. How a task comes to run is a {@link
 * Way}; everything else is the same for each.
 */
final class HeddleExecutor extends AbstractExecutorService {
  private final Scheduler scheduler;
  private final Way way;
  private final Set<Accepted> entries = ConcurrentHashMap.newKeySet();
  private final Queue<Thread> waiters = new ConcurrentLinkedQueue<>();
  private volatile boolean shutdown;

  HeddleExecutor(Scheduler scheduler, Way way) {
    this.scheduler = scheduler;
    this.way = way;
  }

  /** How a task comes to run. */
  enum Way {
    /** In the shared queue, on a runner. */
    ENQUEUED {
      @Override
      void give(Accepted task, Scheduler scheduler) {
        scheduler.enqueue(new Queued(task));
      }
    },
    /** On a fiber of its own. */
    FIBER {
      @Override
      void give(Accepted task, Scheduler scheduler) {
        scheduler.start(new OnFiber(scheduler, task));
      }
    };

    abstract void give(Accepted task, Scheduler scheduler);
  }

  private static final class Queued extends Work {
    private final Accepted task;

    Queued(Accepted task) {
      this.task = task;
    }

    @Override
    protected @Nullable Work carryOut() {
      task.run();
      return null;
    }

    @Override
    protected void abandon(RuntimeException reason) {
      task.abandon(reason);
    }
  }

  private static final class OnFiber extends OwnThread {
    private final Accepted task;

    OnFiber(Scheduler scheduler, Accepted task) {
      super(scheduler, "");
      this.task = task;
    }

    @Override
    public void run() {
      try {
        task.run();
      } finally {
        scheduler().ended(this);
      }
    }

    @Override
    protected void abandon(RuntimeException reason) {
      task.abandon(reason);
      scheduler().ended(this);
    }
  }

  /** A task that was accepted and has not ended. */
  final class Accepted {
    private final Runnable command;
    private @Nullable Thread runner; // guarded by this
    private boolean taken; // guarded by this
    private boolean interrupted; // before it was taken; guarded by this

    Accepted(Runnable command) {
      this.command = Objects.requireNonNull(command, "command");
    }

    void run() {
      if (!take(Thread.currentThread())) {
        return;
      }
      try {
        command.run();
      } catch (Throwable e) {
        scheduler.reportUncaught(e);
      } finally {
        leaveRunner();
        leave(this);
      }
    }

    void abandon(RuntimeException reason) {
      if (take(null)) {
        if (command instanceof ExecutorFuture<?> future) {
          future.abandon(reason);
        } else {
          scheduler.reportUncaught(reason);
        }
        leave(this);
      }
    }

    /** Becomes the one who runs the command, or sees to it that nobody does. */
    private synchronized boolean take(@Nullable Thread by) {
      if (taken) {
        return false;
      }
      taken = true;
      runner = by;
      if (by != null && interrupted) {
        by.interrupt();
      }
      return true;
    }

    /** From here on an interrupt would hit somebody else. */
    private synchronized void leaveRunner() {
      runner = null;
    }

    private synchronized void interrupt() {
      interrupted = true;
      if (runner != null) {
        runner.interrupt();
      }
    }
  }

  @Override
  protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Callable<T> callable) {
    return new ExecutorFuture<>(callable);
  }

  @Override
  protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
    return new ExecutorFuture<>(runnable, value);
  }

  @Override
  public void execute(Runnable command) {
    StackRoom.toHold(); // what has an entry has to be given or taken back
    Accepted entry = new Accepted(command);
    entries.add(entry);
    try {
      if (shutdown) {
        throw new RejectedExecutionException(
            "this executor of the runtime '" + scheduler.name() + "' has been shut down");
      }
      way.give(entry, scheduler);
    } catch (Throwable e) {
      leave(entry);
      throw e;
    }
  }

  private void leave(Accepted entry) {
    entries.remove(entry);
    if (shutdown && entries.isEmpty()) {
      wakeWaiters();
    }
  }

  /** Whoever waits for the end looks again. */
  void wakeWaiters() {
    waiters.forEach(Parking::unpark);
  }

  @Override
  public void shutdown() {
    shutdown = true;
    wakeWaiters();
  }

  /** What has a fiber of its own counts as started, as with the JDK's thread-per-task executor. */
  @Override
  public List<Runnable> shutdownNow() {
    shutdown();
    List<Runnable> unstarted = new ArrayList<>();
    List<Accepted> started = new ArrayList<>();
    for (Accepted entry : entries) {
      if (way == Way.ENQUEUED && entry.take(null)) {
        unstarted.add(entry.command);
        leave(entry);
      } else {
        started.add(entry);
      }
    }
    started.forEach(Accepted::interrupt); // not before: a worker that gets free would start others
    return unstarted;
  }

  @Override
  public boolean isShutdown() {
    return shutdown || scheduler.isClosed();
  }

  @Override
  public boolean isTerminated() {
    return (shutdown && entries.isEmpty()) || scheduler.isEnded();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Thread me = Thread.currentThread();
    waiters.add(me);
    try {
      boolean over = scheduler.await(this::isTerminated, this, unit.toNanos(timeout), true);
      if (!over && Thread.interrupted()) {
        throw new InterruptedException();
      }
      return over;
    } finally {
      waiters.remove(me);
    }
  }

  /** For messages. */
  @Override
  public String toString() {
    return (way == Way.FIBER ? "fiber-per-task executor" : "executor")
        + " of the runtime '"
        + scheduler.name()
        + "', "
        + entries.size()
        + " tasks";
  }
}
