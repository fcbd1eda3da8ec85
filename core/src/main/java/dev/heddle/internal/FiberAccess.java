package dev.heddle.internal;

import dev.heddle.fiber.Fiber;
import dev.heddle.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The door through which {@code dev.heddle} reaches what {@code dev.heddle.fiber} does not show to
 * users. That package sets the implementation when {@link Fiber} is initialised.
 */
public abstract class FiberAccess {
  private static volatile @Nullable FiberAccess implementation;

  /** For {@code dev.heddle.fiber}, once. */
  protected FiberAccess() {}

  /** The implementation. */
  public static FiberAccess get() {
    FiberAccess found = implementation;
    if (found == null) {
      Fiber.current(); // initialises Fiber
      found = implementation;
      if (found == null) {
        throw new AssertionError("Fiber has not set FiberAccess");
      }
    }
    return found;
  }

  /** Called once, by {@link Fiber}. */
  public static void set(FiberAccess access) {
    implementation = access;
  }

  /** Starts a fiber; {@code body} is a {@code Callable} or a {@code Body}; no name: empty. */
  public abstract <T extends @Nullable Object> Fiber<T> start(
      String name, Object body, Scheduler scheduler);

  /**
   * Runs {@code body} on a thread for blocking calls of {@code scheduler}; without a timeout and
   * outside of a runtime, in place.
   */
  public abstract <T extends @Nullable Object> T blockingCall(
      Callable<T> body, @Nullable Duration timeout, Scheduler scheduler) throws Exception;

  /**
   * Once {@code scheduler} has ended: waits for its blocking calls, then interrupts them.
   *
   * @return those that do not end: a thread's name and its stack each
   */
  public abstract List<String> endBlockingCalls(Scheduler scheduler, long nanos);
}
