package dev.heddle;

import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Work;
import dev.heddle.task.Body;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lambda that was given to a runtime, and that nobody can join or cancel. Half the size of a task
 * that does the same, which would have to be ready for both.
 */
final class Detached extends Work {
  private final Body body;
  private final Scheduler scheduler;

  Detached(Body body, Scheduler scheduler) {
    this.body = Objects.requireNonNull(body, "body");
    this.scheduler = scheduler;
  }

  @Override
  protected @Nullable Work carryOut() {
    try {
      body.run();
    } catch (Throwable e) {
      scheduler.reportUncaught(e);
    }
    return null;
  }

  /** There is nobody to tell but who closes, and who closes counts what is abandoned. */
  @Override
  protected void abandon(RuntimeException reason) {}

  @Override
  public String toString() {
    return recordedName();
  }

  @Override
  protected Class<?> recordedType() {
    return body.getClass();
  }
}
