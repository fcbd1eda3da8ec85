package dev.heddle.fiber;

import dev.heddle.internal.FiberAccess;
import dev.heddle.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
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

  @Override
  public <T extends @Nullable Object> T blockingCall(
      Callable<T> body, @Nullable Duration timeout, Scheduler scheduler) throws Exception {
    return timeout == null
        ? Blocking.call(scheduler, body)
        : BlockingThreads.call(scheduler, body, Times.nanos(timeout));
  }

  @Override
  public List<String> endBlockingCalls(Scheduler scheduler, long nanos) {
    return BlockingThreads.end(scheduler, nanos);
  }
}
