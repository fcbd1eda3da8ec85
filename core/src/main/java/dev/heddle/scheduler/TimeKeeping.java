package dev.heddle.scheduler;

/**
 * Sees to it that a busy worker looks at the clock often enough, and no oftener: once in a {@link
 * #PERIOD}, or at each choice if its items take longer. To ask for the time costs as much as a
 * short task, so it counts choices, and learns from each look how many make up a period. Timers of
 * others, who may be stuck in a long item, are looked after once in an {@link #OTHERS_PERIOD}.
 *
 * <p>The item that is chosen after a look is timed: the choice after it looks once more, for this
 * alone. So of short items one in {@link #MOST_CHOICES} is timed, at the cost of a look; of long
 * ones, whose choices look at the clock anyway, all are, for nothing. The first one after a rest is
 * timed too. Owner only, if not said otherwise.
 */
final class TimeKeeping {
  private static final long PERIOD = 50_000;
  private static final long OTHERS_PERIOD = 1_000_000;
  private static final int MOST_CHOICES = 64;

  /** How often a look may be used again. */
  private static final int MOST_USES = 16;

  private final Worker worker;
  private int left = 1;
  private int counted = 1;
  private long lastLook;
  private long lastLookAtOthers;
  private long recent;
  private int uses;

  /** Set by the watchdog, whenever it looks. */
  private volatile boolean outdated;

  /** Whether the item that is chosen next, or runs now, is timed, from {@code lastLook} on. */
  private boolean timing;

  /** Whether it was chosen. */
  private boolean begun;

  /** Whether the worker has rested since the last look, from which nothing is learned then. */
  private boolean idle = true;

  TimeKeeping(Worker worker) {
    this.worker = worker;
  }

  /** The worker makes a choice. */
  void choice() {
    if (--left <= 0) {
      look(Clock.nanos());
    }
  }

  /** The worker has found nothing to run, or a timer is due: the next choice looks. */
  void rested() {
    timing = false;
    begun = false;
    idle = true;
    left = 1;
    uses = 0;
  }

  /**
   * The worker has slept until {@code now}, which it has just been told: the next choice need not
   * ask again, and the one after it looks.
   */
  void slept(long now) {
    looked(now);
    idle = false;
    counted = 1;
    lastLook = now;
    timing = WorkerCounters.ON;
    begun = false;
    left = 2;
  }

  /** What the clock said not long ago. */
  long recently() {
    if (--uses < 0 || outdated) {
      looked(Clock.nanos());
    }
    return recent;
  }

  private void looked(long now) {
    recent = now;
    uses = MOST_USES;
    if (outdated) {
      outdated = false;
    }
  }

  /** Anybody: time has passed since the last look. */
  void passes() {
    outdated = true;
  }

  /** {@code item} was chosen: notes it, if it is timed. */
  void chosen(Object item) {
    if (timing) {
      begun = true;
      worker.samples.begins(item);
    }
  }

  private void look(long now) {
    looked(now);
    if (timing) {
      timing = false;
      if (begun) { // else nothing came of it: a hand-over that could not be, say
        begun = false;
        worker.samples.ended(now - lastLook);
      }
      left = counted - 1;
      if (left > 0) {
        return;
      }
    }
    if (WorkerCounters.ON) {
      worker.wantsWaits();
    }
    if (idle) {
      idle = false;
      counted = 1;
    } else {
      long perChoice = Math.max(1, (now - lastLook) / counted);
      counted = Math.clamp(PERIOD / perChoice, 1, MOST_CHOICES);
    }
    timing = WorkerCounters.ON;
    left = timing ? 1 : counted;
    lastLook = now;
    boolean others = now - lastLookAtOthers >= OTHERS_PERIOD;
    if (others) {
      lastLookAtOthers = now;
    }
    worker.scheduler.fireDue(worker, now, others);
  }
}
