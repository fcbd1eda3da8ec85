package dev.heddle;

import dev.heddle.internal.TaskAccess;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.task.Task;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
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
  private final class Entry implements Runnable {
    final Runnable command;
    volatile @Nullable Thread runner;
    volatile boolean taken;

    Entry(Runnable command) {
      this.command = command;
    }

    @Override
    public void run() {
      synchronized (this) {
        if (taken) {
          return;
        }
        taken = true;
        runner = Thread.currentThread();
      }
      try {
        command.run();
      } finally {
        synchronized (this) {
          runner = null; // from here on an interrupt would hit somebody else
        }
        leave(this);
      }
    }

    synchronized boolean take() {
      boolean free = !taken;
      taken = true;
      return free;
    }

    synchronized void interrupt() {
      if (runner != null) {
        runner.interrupt();
      }
    }
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
      TaskAccess.get().start(Task.of(entry), scheduler, false, true);
    } catch (RuntimeException e) {
      leave(entry);
      throw e;
    }
  }

  private void leave(Entry entry) {
    entries.remove(entry);
    if (shutdown && entries.isEmpty()) {
      lock.lock();
      try {
        ended.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public void shutdown() {
    shutdown = true;
    lock.lock();
    try {
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown();
    List<Runnable> unstarted = entries.stream().filter(Entry::take).map(e -> e.command).toList();
    entries.stream().filter(entry -> unstarted.contains(entry.command)).forEach(this::leave);
    entries.forEach(Entry::interrupt);
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

  @Override
  public String toString() {
    return "executor of the runtime '" + scheduler.name() + "', " + entries.size() + " tasks";
  }
}
