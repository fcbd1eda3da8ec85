package dev.heddle;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Parking;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What an executor gives for a task: a {@link FutureTask} that can be told that it will never run,
 * and for which a fiber waits without its worker on either engine.
 */
final class ExecutorFuture<T extends @Nullable Object> extends FutureTask<T> {
  private @Nullable List<Thread> waiters; // guarded by this

  ExecutorFuture(Callable<T> body) {
    super(body);
  }

  ExecutorFuture(Runnable body, T result) {
    super(body, result);
  }

  void abandon(RuntimeException reason) {
    setException(reason);
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    awaitDone(Long.MAX_VALUE);
    return super.get();
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    awaitDone(unit.toNanos(timeout));
    return super.get(0, unit);
  }

  /** Waits until it is done, the time is up, or the caller is interrupted. */
  private void awaitDone(long nanos) {
    Thread me = Thread.currentThread();
    if (isDone() || !watch(me)) {
      return;
    }
    long start = Clock.nanos();
    long left = nanos;
    try {
      while (!isDone() && left > 0 && !me.isInterrupted()) {
        Parking.parkNanos(this, left);
        left = nanos - (Clock.nanos() - start);
      }
    } finally {
      unwatch(me);
    }
  }

  /** Has {@code thread} told when this is done; false if it is: {@link #done} may not see it. */
  private synchronized boolean watch(Thread thread) {
    if (waiters == null) {
      waiters = new ArrayList<>(1);
    }
    waiters.add(thread);
    return !isDone();
  }

  private synchronized void unwatch(Thread thread) {
    if (waiters != null) {
      waiters.remove(thread);
    }
  }

  @Override
  protected void done() {
    List<Thread> told;
    synchronized (this) {
      told = waiters;
      waiters = null;
    }
    if (told != null) {
      told.forEach(Parking::unpark);
    }
  }
}
