package dev.heddle.scheduler;

import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberState;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What runs work: runners, which can block and leave their worker behind. The engine decides which
 * thread plays a worker; the worker decides what it runs.
 */
abstract class RunnerEngine {
  private static final long MOMENT = 1_000_000;

  final Scheduler scheduler;

  RunnerEngine(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  abstract Engine kind();

  /** Starts a thread that plays {@code worker} for its tenure. */
  abstract void start(Worker worker);

  /**
   * The calling platform thread plays {@code worker}, or has it played, for its tenure.
   *
   * @param interrupted told if the thread is interrupted meanwhile and its flag does not show it
   */
  abstract void visit(Worker worker, Runnable interrupted);

  /** On the thread that plays {@code worker}: it does so no longer. */
  abstract void leave(Worker worker);

  /** On the thread that plays {@code worker}: runs what was chosen, which it has handed over. */
  abstract void run(Worker worker);

  /**
   * On a runner: from now on the runner goes on under {@code home} only, whenever it has waited;
   * null: wherever it may be.
   */
  abstract void bindRunner(@Nullable Worker home);

  /** A thread, not started, that runs {@code body} on the workers. */
  abstract Thread newThread(String name, Runnable body);

  /** On a worker: starts a thread of {@link #newThread}; returns what runs it when chosen. */
  abstract Object mount(Thread thread);

  /** The runtime has ended: fibers that become ready from now on run, but under no worker. */
  abstract void runLate();

  /** What {@code thread}, a runner or a thread of {@link #newThread}, does. */
  abstract FiberState stateOf(Thread thread);

  /** The worker that executes {@code thread}, one of this engine's, now; null: none does. */
  abstract @Nullable Worker workerOf(Thread thread);

  /** The thread that executes {@code worker}'s item now, if it can be found out. */
  abstract @Nullable Thread holderOf(Worker worker);

  /** Runners that exist. */
  abstract int runners();

  /** Runners with an item under way, running or blocked. */
  abstract List<Thread> busyRunners();

  /**
   * Who plays a worker has failed between two items, for want of memory, say: the worker lives, and
   * somebody is told, though not a million times a second.
   */
  final void survive(Throwable e) {
    scheduler.uncaught(e);
    LockSupport.parkNanos(this, MOMENT);
  }

  /** Runs {@code item} on the calling runner and leaves what it returned to the worker of then. */
  final void runItem(Work item) {
    Work next;
    try {
      next = TaskRunEvent.isOn() ? TaskRunEvent.carryOut(item) : item.carryOut();
    } catch (Throwable e) {
      scheduler.uncaught(e); // against the contract of Work, or no memory left to keep it
      next = null;
    }
    boolean _ = Thread.interrupted(); // was for the item that has ended, not for the next one
    if (next != null) {
      Worker now = Worker.current();
      if (now != null) {
        now.offerBypass(next);
      } else {
        next.abandon(Scheduler.tooLate(scheduler.settings.name()));
      }
    }
  }
}
