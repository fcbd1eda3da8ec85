package dev.heddle.task;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import java.util.concurrent.CancellationException;

/** Several things at once, in one line. */
public final class Parallel {
  private Parallel() {}

  /**
   * Whether it is worth while now to spawn what could as well be called: true as long as only a few
   * tasks wait in the queue of the caller's worker for somebody to take them. How many are enough
   * depends on how often somebody does: four, and more where they come again and again. Problems
   * that divide themselves ask it before they do, and need no cut-off:
   *
   * <pre>{@code
   * static int fib(int n) {
   *   if (n < 2) {
   *     return n;
   *   }
   *   if (!Parallel.isWorthwhile()) {
   *     return fib(n - 1) + fib(n - 2);        // enough waits for others: plain calls
   *   }
   *   try (Scope scope = Scope.open()) {
   *     Job<Integer> a = scope.spawn(() -> fib(n - 1));
   *     int b = fib(n - 2);
   *     return a.join() + b;
   *   }
   * }
   * }</pre>
   *
   * <p><b>Promise.</b> As soon as so much has been taken that less than enough is left, the answer
   * is yes again: ask at each division, and do not keep the answer. Outside of a runtime, where
   * nothing can be spawned, it is no, and the same method computes by plain calls.
   *
   * <p><b>Cost.</b> About a nanosecond in a task, a fiber or a process. What is called instead of
   * spawned shows in no trace, but is counted ({@link
   * dev.heddle.metrics.WorkerMetrics#spawnsSpared()}). A worker that calls many small parts is not
   * reported as stuck, and gets no spare worker beside it.
   *
   * <p><b>Misuse.</b> Parts that wait for each other, or for something slow, have to be spawned
   * whatever the answer is: a part that is called has to end before the next one begins.
   */
  public static boolean isWorthwhile() {
    return Worker.couldUseMoreHere();
  }

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
