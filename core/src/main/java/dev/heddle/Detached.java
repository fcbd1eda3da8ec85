package dev.heddle;

import dev.heddle.internal.Failures;
import dev.heddle.scheduler.Link;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Work;
import dev.heddle.scheduler.Worker;
import dev.heddle.task.Body;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lambda that was given to a runtime, and that nobody can join or cancel. It takes 24 bytes, with
 * its place in a queue; a task that does the same would have to be ready for both.
 */
final class Detached extends Link {
  private @Nullable Body body; // null: it has ended

  Detached(Body body) {
    this.body = Objects.requireNonNull(body, "body");
  }

  @Override
  protected @Nullable Work carryOut() {
    Worker here = Worker.current();
    Scheduler scheduler = here == null ? null : here.scheduler();
    try {
      Objects.requireNonNull(body, "ended").run();
    } catch (Throwable e) {
      if (scheduler == null) { // released in this very moment; who runs it tells its own
        throw Failures.rethrow(e);
      }
      scheduler.reportUncaught(e);
    } finally {
      body = null; // the queue may hold this for long
    }
    return null;
  }

  /** There is nobody to tell but who closes, and who closes counts what is abandoned. */
  @Override
  protected void abandon(RuntimeException reason) {
    body = null;
  }

  @Override
  public String toString() {
    return recordedName();
  }

  @Override
  protected Class<?> recordedType() {
    Body known = body;
    return known == null ? getClass() : known.getClass();
  }
}
