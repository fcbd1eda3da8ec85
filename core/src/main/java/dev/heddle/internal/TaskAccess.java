package dev.heddle.internal;

import dev.heddle.scheduler.Scheduler;
import dev.heddle.task.Body;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The door through which {@code dev.heddle} reaches what {@code dev.heddle.task} does not show to
 * users. That package sets the implementation when {@link Task} is initialised.
 */
public abstract class TaskAccess {
  private static volatile @Nullable TaskAccess implementation;

  /** For {@code dev.heddle.task}, once. */
  protected TaskAccess() {}

  /** The implementation. */
  public static TaskAccess get() {
    TaskAccess found = implementation;
    if (found == null) {
      Task.of(() -> {}); // initialises Task
      found = implementation;
      if (found == null) {
        throw new AssertionError("Task has not set TaskAccess");
      }
    }
    return found;
  }

  /** Called once, by {@link Task}. */
  public static void set(TaskAccess access) {
    implementation = access;
  }

  /**
   * Gives {@code task} to {@code scheduler}.
   *
   * @param near spawned, rather than enqueued
   * @param detached a failure that nobody waits for is reported
   */
  public abstract void start(Task task, Scheduler scheduler, boolean near, boolean detached);

  /** Enqueues a job of no scope; {@code body} is a {@link Callable} or a {@link Body}. */
  public abstract <T extends @Nullable Object> Job<T> submit(Object body, Scheduler scheduler);

  /** As {@link #submit}, on the caller's own worker or bound thread only. */
  public abstract <T extends @Nullable Object> Job<T> sameThread(Object body, Scheduler scheduler);

  /** Opens a scope whose owner is the caller. */
  public abstract Scope scope(Scheduler scheduler);

  /** Runs {@code bodies} under {@code scheduler}, the first in place if the caller is inside. */
  public abstract void parallelize(Body[] bodies, Scheduler scheduler);
}
