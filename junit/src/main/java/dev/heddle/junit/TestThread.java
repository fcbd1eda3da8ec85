package dev.heddle.junit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.InvocationInterceptor.Invocation;

/**
 * The thread on which a test runs, with what is before and after it. JUnit's own waits for it, and
 * gives up when the time is over: then the thread is interrupted, if need be left behind, and what
 * comes after the test runs on another one.
 */
final class TestThread {
  /** After which no call comes. */
  private enum Last implements Runnable {
    LAST;

    @Override
    public void run() {}
  }

  private final String name;
  private LinkedBlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();
  private Thread thread;

  TestThread(String name) {
    this.name = name;
    thread = start(calls);
  }

  private Thread start(LinkedBlockingQueue<Runnable> taken) {
    Thread started = new Thread(() -> run(taken), name);
    started.setDaemon(true);
    started.start();
    return started;
  }

  private static void run(LinkedBlockingQueue<Runnable> calls) {
    Runnable call = null;
    while (call != Last.LAST) {
      try {
        call = calls.take();
        call.run();
      } catch (InterruptedException e) {
        // was for the call before
      }
    }
  }

  /** What became of a call; of the thread that makes it until {@code ended}. */
  private static final class Outcome<T extends @Nullable Object> {
    final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable T result;
    private @Nullable Throwable failure;

    void make(Invocation<T> invocation) {
      try {
        result = invocation.proceed();
      } catch (Throwable e) {
        failure = e;
      } finally {
        ended.countDown();
      }
    }

    @SuppressWarnings("NullAway") // null only if T has it
    T get() throws Throwable {
      if (failure != null) {
        throw failure;
      }
      return result;
    }
  }

  /**
   * Makes the call {@code invocation} there.
   *
   * @param wedged what to throw if it has not ended after {@code limit}; it is asked for before
   *     anything is interrupted
   */
  <T extends @Nullable Object> T call(
      Invocation<T> invocation, Duration limit, Duration patience, Supplier<AssertionError> wedged)
      throws Throwable {
    Outcome<T> outcome = new Outcome<>();
    calls.add(() -> outcome.make(invocation));
    if (outcome.ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      return outcome.get();
    }
    StackTraceElement[] stack = thread.getStackTrace();
    AssertionError failure = wedged.get();
    failure.setStackTrace(stack);
    thread.interrupt();
    calls.add(Last.LAST);
    if (outcome.ended.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      Throwable later = outcome.failure;
      if (later != null) {
        failure.addSuppressed(later);
      }
    }
    calls = new LinkedBlockingQueue<>();
    thread = start(calls);
    throw failure;
  }

  /** No call comes any more. */
  void end() throws InterruptedException {
    calls.add(Last.LAST);
    thread.join();
  }
}
