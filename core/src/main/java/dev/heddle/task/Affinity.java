package dev.heddle.task;

import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Work;
import dev.heddle.scheduler.Worker;

/**
 * Where a task would like to run.
 *
 * <ul>
 *   <li>{@link #worker(int)}: that worker is asked first; any other that has nothing to do may take
 *       it. Use it to keep data in one core's cache.
 *   <li>{@link #replay()}: where this hint's task ran last time. Keep the hint, and give it to the
 *       task that works on the same data in the next round.
 *   <li>{@link #boundTo(int)}: that worker and no other, however long it takes. What is queued
 *       behind such a task can still be stolen.
 * </ul>
 *
 * A worker's number is between 0 and the runtime's number of workers, exclusive; another one is
 * refused when the task is spawned. Costs one small object more for each spawn.
 */
public abstract sealed class Affinity {
  private Affinity() {}

  /** Asks worker {@code index} first. */
  public static Affinity worker(int index) {
    return new Fixed(checked(index), false);
  }

  /** Lets worker {@code index} and no other run the task. */
  public static Affinity boundTo(int index) {
    return new Fixed(checked(index), true);
  }

  /** Asks the worker that ran the previous task with this hint first; the first time, none. */
  public static Affinity replay() {
    return new Replay();
  }

  private static int checked(int index) {
    if (index < 0) {
      throw new IllegalArgumentException("worker: " + index + ", must be at least 0");
    }
    return index;
  }

  /** Gives {@code item} to {@code scheduler} as this hint says. */
  abstract void spawn(Scheduler scheduler, Work item);

  /** An item with this hint starts on the calling worker. */
  void noteStart() {}

  private static final class Fixed extends Affinity {
    private final int index;
    private final boolean bound;

    Fixed(int index, boolean bound) {
      this.index = index;
      this.bound = bound;
    }

    @Override
    void spawn(Scheduler scheduler, Work item) {
      if (index >= scheduler.workers()) {
        throw new IllegalArgumentException(
            "affinity: worker %d, but the runtime '%s' has %d, numbered from 0"
                .formatted(index, scheduler.name(), scheduler.workers()));
      }
      if (bound) {
        scheduler.spawnBound(index, item);
      } else {
        scheduler.spawnNear(index, item);
      }
    }

    @Override
    public String toString() {
      return (bound ? "bound to worker " : "worker ") + index;
    }
  }

  private static final class Replay extends Affinity {
    private volatile int last = -1;

    @Override
    void spawn(Scheduler scheduler, Work item) {
      int index = last;
      if (index >= 0 && index < scheduler.workers()) {
        scheduler.spawnNear(index, item);
      } else {
        scheduler.spawn(item);
      }
    }

    @Override
    void noteStart() {
      Worker here = Worker.current();
      if (here != null) {
        last = here.index();
      }
    }

    @Override
    public String toString() {
      return last < 0 ? "replay, not run yet" : "replay on worker " + last;
    }
  }
}
