package dev.heddle.fiber;

import dev.heddle.internal.FiberAccess;
import dev.heddle.scheduler.Scheduler;
import org.jspecify.annotations.Nullable;

/** What the rest of Heddle may do with this package beyond its public face. */
final class FiberDoor extends FiberAccess {
  @Override
  public <T extends @Nullable Object> Fiber<T> start(
      String name, Object body, Scheduler scheduler) {
    Fiber<T> fiber = new Fiber<>(name, body, scheduler);
    scheduler.start(fiber);
    return fiber;
  }
}
