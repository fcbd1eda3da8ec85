package dev.heddle.fiber;

import dev.heddle.scheduler.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One blocking call: its caller, which waits, and the thread that runs it.
 *
 * <p>The fields are guarded by the monitor, which is held for a few instructions, except that the
 * outcome is written before {@code ended} is set and read after. An interrupt of the thread happens
 * under the monitor, and only between the call's beginning and its end, so it cannot hit the next.
 */
final class BlockingCall<T extends @Nullable Object> implements Runnable {
  private final Callable<T> body;
  private final BlockingThreads threads;
  private final Thread caller = Thread.currentThread();
  private Waiter waiter = new Waiter();
  private @Nullable Thread thread;
  private boolean interrupted;
  private boolean givenUp;
  private boolean ended;

  private @Nullable T result;
  private @Nullable Throwable failure;
  private boolean leftInterrupted;

  BlockingCall(Callable<T> body, BlockingThreads threads) {
    this.body = body;
    this.threads = threads;
  }

  // ---- the thread's side

  @Override
  public void run() {
    if (begin()) {
      try {
        result = body.call();
      } catch (Throwable e) {
        failure = e;
      }
    }
    Waiter told = end();
    threads.ended(this);
    if (told.claim(told)) {
      told.wake();
    }
  }

  private synchronized boolean begin() {
    if (givenUp) {
      return false;
    }
    thread = Thread.currentThread();
    if (interrupted) {
      thread.interrupt();
    }
    return true;
  }

  private synchronized Waiter end() {
    leftInterrupted = Thread.interrupted();
    thread = null;
    ended = true;
    return waiter;
  }

  // ---- the caller's side

  /** Waits for the end, at most {@code nanos}, and gives the outcome. */
  T await(long nanos) throws Exception {
    long start = nanos == Long.MAX_VALUE ? 0 : Clock.nanos();
    if (!waiter.await(this, nanos, true)) {
      if (Thread.interrupted()) {
        interrupt();
        awaitAgain(nanos == Long.MAX_VALUE ? nanos : nanos - (Clock.nanos() - start));
      } else {
        giveUp();
      }
    }
    return outcome();
  }

  /** The call has been told of the interrupt; now it decides, as it would in place. */
  private void awaitAgain(long nanos) throws TimeoutException {
    Waiter next = new Waiter();
    if (replace(next) && !next.await(this, nanos, false)) {
      caller.interrupt(); // nobody has heeded it
      giveUp();
    }
  }

  private synchronized boolean replace(Waiter next) {
    waiter = next;
    return !ended;
  }

  /** The time is up: lets the call go, interrupted, unless it has just ended. */
  private void giveUp() throws TimeoutException {
    String words;
    synchronized (this) {
      if (ended) {
        return;
      }
      words = "the time is up for " + this + ", which is interrupted and left to itself";
      givenUp = true;
      interrupt();
    }
    throw new TimeoutException(words);
  }

  @SuppressWarnings("NullAway") // null is a result like any other
  private T outcome() throws Exception {
    synchronized (this) {
      if (leftInterrupted) {
        caller.interrupt();
      }
    }
    Throwable thrown = failure;
    if (thrown instanceof Exception e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
    return result;
  }

  // ---- others

  /** Interrupts the call, now or when it begins. */
  synchronized void interrupt() {
    interrupted = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** Adds the thread that runs this call, and where it is; nothing if it does not run. */
  void describeTo(List<String> list) {
    Thread runner;
    synchronized (this) {
      runner = thread;
    }
    if (runner != null) {
      list.add(
          "%s, called by %s%s"
              .formatted(
                  runner.getName(),
                  caller.getName().isEmpty() ? "#" + caller.threadId() : caller.getName(),
                  Arrays.stream(runner.getStackTrace())
                      .map(frame -> "\n    at " + frame)
                      .collect(Collectors.joining())));
    }
  }

  /** What the caller waits for. */
  @Override
  public synchronized String toString() {
    return "a blocking call" + (thread == null ? "" : " on " + thread.getName());
  }
}
