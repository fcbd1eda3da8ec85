package dev.heddle.internal;

import dev.heddle.fiber.Fiber;
import dev.heddle.scheduler.Scheduler;
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
}
