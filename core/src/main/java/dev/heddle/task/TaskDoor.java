package dev.heddle.task;

import dev.heddle.internal.TaskAccess;
import dev.heddle.scheduler.Scheduler;
import org.jspecify.annotations.Nullable;

/** What the rest of Heddle may do with this package beyond its public face. */
final class TaskDoor extends TaskAccess {
  @Override
  public void start(Task task, Scheduler scheduler, boolean near, boolean detached) {
    task.start(scheduler, near, detached);
  }

  @Override
  public <T extends @Nullable Object> Job<T> submit(Object body, Scheduler scheduler) {
    Job<T> job = new Job<>(body, scheduler);
    scheduler.enqueue(job);
    return job;
  }

  @Override
  public <T extends @Nullable Object> Job<T> sameThread(Object body, Scheduler scheduler) {
    Job<T> job = new Job<>(body, scheduler);
    scheduler.spawnSameThread(job);
    return job;
  }

  @Override
  public Scope scope(Scheduler scheduler) {
    return new Scope(scheduler, scheduler.isInside());
  }

  @Override
  public void parallelize(Body[] bodies, Scheduler scheduler) {
    Parallel.run(bodies, scheduler);
  }
}
