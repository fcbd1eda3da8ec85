package dev.heddle.task;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import java.util.concurrent.CancellationException;

/** Several things at once, in one line. */
public final class Parallel {
  private Parallel() {}

  /**
   * Runs all of {@code bodies}, as far as there are workers at the same time, and returns when the
   * last has ended. The first runs on the caller's stack; the others are spawned, so that a thief
   * takes the last of them first, and run on the caller too if nobody takes them.
   *
   * <pre>{@code
   * Parallel.run(() -> sort(left), () -> sort(right));
   * }</pre>
   *
   * <p><b>Failure</b> is as in a {@link Scope}: the first failure cancels those that have not
   * started, and is thrown when the rest has ended, the very object, with the others' attached as
   * suppressed; a checked exception comes inside a {@link
   * java.util.concurrent.CompletionException}.
   *
   * <p><b>Cost.</b> A scope, and a job for each but the first.
   *
   * @throws CancellationException if the caller is interrupted while it waits, which stays set:
   *     those that have not started never will, the others are interrupted, and have ended
   * @throws IllegalStateException outside of a runtime; use {@code heddle.parallelize} there
   */
  public static void run(Body... bodies) {
    Worker worker = Worker.current();
    if (worker == null) {
      throw new IllegalStateException(
          "Parallel.run was called outside of a runtime; use heddle.parallelize");
    }
    run(bodies, worker.scheduler());
  }

  static void run(Body[] bodies, Scheduler scheduler) {
    Body[] all = bodies.clone();
    for (int i = 0; i < all.length; i++) {
      if (all[i] == null) {
        throw new IllegalArgumentException("bodies[" + i + "]: null, must be something to run");
      }
    }
    if (all.length == 0) {
      return;
    }
    StackRoom.toHold(); // so that the scope can be closed, whatever a body does with the rest
    boolean inside = scheduler.isInside();
    try (Scope scope = new Scope(scheduler, inside)) {
      try {
        if (inside) {
          for (int i = all.length - 1; i > 0; i--) {
            Job<?> _ = scope.spawn(all[i]);
          }
          all[0].run();
        } else {
          for (Body body : all) {
            Job<?> _ = scope.enqueue(body);
          }
        }
      } catch (Throwable e) {
        scope.failed(e);
      }
      scope.join();
    }
  }
}
