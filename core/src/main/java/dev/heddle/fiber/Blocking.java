package dev.heddle.fiber;

import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import dev.heddle.task.Body;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls that would hold a worker: reading and writing files, native code, class initialisers, and,
 * on the platform engine, every wait that is not Heddle's own. They run on another thread, and only
 * the calling fiber waits.
 *
 * <pre>{@code
 * String text = Blocking.call(() -> Files.readString(path));
 * }</pre>
 *
 * <p><b>Promise.</b> The result, or what the call threw, the very object, comes to the caller. An
 * interrupt of the caller interrupts the call, which decides what comes of it; the caller goes on
 * when the call has ended. The threads are platform threads named {@code <runtime>-blocking-N},
 * daemons, which end after some seconds without work and when the runtime closes. The close waits
 * for calls as for other work, and reports those that do not end, with their stacks.
 *
 * <p><b>Cost.</b> Two switches between threads, some ten microseconds: too much for what takes
 * less. At most 256 calls of a runtime run at once; more wait, as fibers do, in the order of
 * arrival.
 *
 * <p><b>Mind.</b> The call runs on another thread, so thread-locals are not the caller's, and
 * inside of it {@code Scope.open()} and the like find no runtime. Outside of a runtime there is no
 * worker to be held: the call runs in place.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Blocking {
  private Blocking() {}

  /**
   * Runs {@code body} on another thread, and suspends only the calling fiber meanwhile; outside of
   * a runtime, in place.
   *
   * @return its result
   * @throws InterruptedException if the caller is interrupted while it waits for a thread; {@code
   *     body} has not begun then
   * @throws Exception what {@code body} throws
   */
  public static <T extends @Nullable Object> T call(Callable<T> body) throws Exception {
    Worker worker = Worker.current();
    return worker == null ? body.call() : call(worker.scheduler(), body);
  }

  /** As {@link #call(Callable)}, without a result. */
  public static void run(Body body) throws Exception {
    call(asCallable(body));
  }

  /**
   * As {@link #call(Callable)}, at most for {@code timeout}, the wait for a thread included. If the
   * time is up, the call is interrupted and left to itself; if it has not begun, it never will.
   * Given no time at all, it does not begin.
   *
   * @throws TimeoutException if the time is up
   * @throws IllegalStateException outside of a runtime; use {@code heddle.blockingCall} there
   */
  public static <T extends @Nullable Object> T call(Callable<T> body, Duration timeout)
      throws Exception {
    Worker worker = Worker.current();
    if (worker == null) {
      throw new IllegalStateException(
          "Blocking.call with a timeout was called outside of a runtime, whose threads it needs;"
              + " use heddle.blockingCall");
    }
    return BlockingThreads.call(worker.scheduler(), body, Times.nanos(timeout));
  }

  /** As {@link #call(Callable, Duration)}, without a result. */
  public static void run(Body body, Duration timeout) throws Exception {
    call(asCallable(body), timeout);
  }

  /** Inside of whichever runtime: on the threads of {@code scheduler}; outside: in place. */
  static <T extends @Nullable Object> T call(Scheduler scheduler, Callable<T> body)
      throws Exception {
    return Worker.current() == null
        ? body.call()
        : BlockingThreads.call(scheduler, body, Long.MAX_VALUE);
  }

  static Callable<@Nullable Void> asCallable(Body body) {
    return () -> {
      body.run();
      return null;
    };
  }
}
