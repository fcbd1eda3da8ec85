package dev.heddle.scheduler;

import dev.heddle.metrics.Engine;
import dev.heddle.scheduler.Worker.Tenure;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A real scheduler whose workers no thread plays: the actors of a test do, and stop where a worker
 * would park. What they run through is {@link Worker}'s own code up to that point.
 */
public final class UnstartedWorkers {
  /** Thrown where a worker would park, with its bit set; so it stays as a sleeper would be. */
  private static final class Asleep extends RuntimeException {
    private static final long serialVersionUID = 1;

    Asleep() {
      super("asleep", null, false, false);
    }
  }

  final Scheduler scheduler;
  private boolean looksAgain;
  private int naps;

  UnstartedWorkers(int workers) {
    scheduler = new Scheduler(settings(workers), Engine.PLATFORM);
  }

  /** A scheduler of {@code workers} such workers, for races of what others build on it. */
  public static Scheduler scheduler(int workers) {
    return new UnstartedWorkers(workers).scheduler;
  }

  /** Few spins, so that a race is mostly about going to sleep; one searcher at a time. */
  private static SchedulerSettings settings(int workers) {
    int spares = 0;
    int tightSpins = 1;
    int spinLimit = 1;
    int searchLimit = 1;
    return new SchedulerSettings(
        "unstarted",
        workers,
        spares,
        1_000_000_000,
        1_000_000_000,
        tightSpins,
        spinLimit,
        searchLimit,
        64,
        61,
        61,
        42,
        worker -> {},
        (thread, e) -> {
          throw new AssertionError(e);
        });
  }

  /**
   * The caller plays worker {@code index} until it has found something or would park: then null.
   */
  @Nullable Object findOrSleep(int index) {
    Worker worker = scheduler.workerAt(index);
    worker.begin(new Tenure(() -> stopIfParked(worker), Tenure.FOR_EVER));
    try {
      return worker.await();
    } catch (Asleep e) {
      return null;
    }
  }

  /** Before the race: worker {@code index} is busy. */
  UnstartedWorkers busy(int index) {
    scheduler.workerAt(index).begin(new Tenure(() -> false, Tenure.FOR_EVER));
    return this;
  }

  /** As {@link #findOrSleep}, but when it would park it does so once, for a moment. */
  @Nullable Object findOrNap(int index) {
    naps = 1;
    LockSupport.unpark(Thread.currentThread()); // so the park returns at once
    Object found = findOrSleep(index);
    naps = 0;
    return found;
  }

  private boolean stopIfParked(Worker worker) {
    if (worker.isParked() && naps-- > 0) {
      return false;
    }
    if (worker.isParked()) {
      looksAgain = scheduler.isBusy() && scheduler.idle.isLookout(worker.index);
      throw new Asleep();
    }
    return false;
  }

  /** The caller, which plays worker {@code index}, spawns {@code items} items. */
  void push(int index, int items) {
    for (int i = 0; i < items; i++) {
      scheduler.workerAt(index).push(new NumberedItem(i));
    }
  }

  /** The caller, which plays worker {@code index}, makes a fiber ready. */
  void addReady(int index) {
    scheduler.workerAt(index).addReady((Runnable) () -> {});
  }

  void enqueue(int items) {
    for (int i = 0; i < items; i++) {
      scheduler.enqueue(new NumberedItem(i));
    }
  }

  /** Takes an item out of the shared queue. */
  @Nullable Work takeEnqueued() {
    return scheduler.shared.poll(0);
  }

  /** As a worker does that has chosen {@code item}. */
  static void run(Work item) {
    item.carryOut();
  }

  /** Afterwards: whether something is queued, a worker is parked, and nobody searches. */
  boolean isStranded() {
    return scheduler.hasWork() && scheduler.idle.parked() > 0 && scheduler.idle.searching() == 0;
  }

  /** Afterwards: whether who went to sleep last would look again a little later. */
  boolean looksAgain() {
    return looksAgain;
  }

  /** Afterwards: whether worker {@code index} is parked though it has mail that is for it alone. */
  boolean sleepsOnMail(int index) {
    Worker worker = scheduler.workerAt(index);
    return worker.isParked() && !worker.isDrained();
  }
}
