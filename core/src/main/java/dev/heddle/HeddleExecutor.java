package dev.heddle;

import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A runtime as an {@link java.util.concurrent.ExecutorService}: each task is enqueued. */
final class HeddleExecutor extends AbstractExecutorService {
  private final Scheduler scheduler;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final Set<Entry> entries = ConcurrentHashMap.newKeySet();
  private volatile boolean shutdown;

  HeddleExecutor(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** A task that was accepted and has not ended. */
  private final class Entry extends Work {
    final Runnable command;
    private @Nullable Thread runner; // guarded by this
    private boolean taken; // guarded by this

    Entry(Runnable command) {
      this.command = Objects.requireNonNull(command, "command");
    }

    @Override
    protected @Nullable Work run() {
      if (!take(Thread.currentThread())) {
        return null;
      }
      try {
        command.run();
      } catch (Throwable e) {
        scheduler.reportUncaught(e);
      } finally {
        leaveRunner();
        leave(this);
      }
      return null;
    }

    @Override
    protected void abandon(RuntimeException reason) {
      if (take(null)) {
        if (command instanceof Submitted<?> future) {
          future.abandon(reason);
        } else {
          scheduler.reportUncaught(reason);
        }
        leave(this);
      }
    }

    /** Becomes the one who runs the command, or sees to it that nobody does. */
    synchronized boolean take(@Nullable Thread by) {
      if (taken) {
        return false;
      }
      taken = true;
      runner = by;
      return true;
    }

    /** From here on an interrupt would hit somebody else. */
    private synchronized void leaveRunner() {
      runner = null;
    }

    synchronized void interrupt() {
      if (runner != null) {
        runner.interrupt();
      }
    }
  }

  /** A future that can be told that it will never run. */
  private static final class Submitted<T extends @Nullable Object> extends FutureTask<T> {
    Submitted(Callable<T> body) {
      super(body);
    }

    Submitted(Runnable body, T result) {
      super(body, result);
    }

    void abandon(RuntimeException reason) {
      setException(reason);
    }
  }

  @Override
  protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Callable<T> callable) {
    return new Submitted<>(callable);
  }

  @Override
  protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
    return new Submitted<>(runnable, value);
  }

  @Override
  public void execute(Runnable command) {
    Entry entry = new Entry(command);
    entries.add(entry);
    try {
      if (shutdown) {
        throw new RejectedExecutionException(
            "this executor of the runtime '" + scheduler.name() + "' has been shut down");
      }
      scheduler.enqueue(entry);
    } catch (RuntimeException e) {
      leave(entry);
      throw e;
    }
  }

  private void leave(Entry entry) {
    entries.remove(entry);
    if (shutdown && entries.isEmpty()) {
      wakeWaiters();
    }
  }

  /** Whoever waits for the end looks again. */
  void wakeWaiters() {
    lock.lock();
    try {
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void shutdown() {
    shutdown = true;
    wakeWaiters();
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown();
    List<Runnable> unstarted = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.take(null)) {
        unstarted.add(entry.command);
        leave(entry);
      } else {
        entry.interrupt();
      }
    }
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
    long left = unit.toNanos(timeout);
    lock.lockInterruptibly();
    try {
      while (!isTerminated()) {
        if (left <= 0) {
          return false;
        }
        left = ended.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** For messages. */
  @Override
  public String toString() {
    return "executor of the runtime '" + scheduler.name() + "', " + entries.size() + " tasks";
  }
}
