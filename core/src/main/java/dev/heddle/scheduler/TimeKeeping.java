package dev.heddle.scheduler;

/**
 * Sees to it that a busy worker looks at the clock often enough, and no oftener: once in a {@link
 * #PERIOD}, or at each choice if its items take longer. To ask for the time costs as much as a
 * short task, so it counts choices, and learns from each look how many make up a period. Timers of
 * others, who may be stuck in a long item, are looked after once in an {@link #OTHERS_PERIOD}.
 * Owner only.
 */
final class TimeKeeping {
  private static final long PERIOD = 50_000;
  private static final long OTHERS_PERIOD = 1_000_000;
  private static final int MOST_CHOICES = 64;

  private final Worker worker;
  private int left = 1;
  private int counted = 1;
  private long lastLook;
  private long lastLookAtOthers;

  TimeKeeping(Worker worker) {
    this.worker = worker;
  }

  /** The worker makes a choice. */
  void choice() {
    if (--left <= 0) {
      look(Clock.nanos());
    }
  }

  private void look(long now) {
    long perChoice = Math.max(1, (now - lastLook) / counted);
    counted = Math.clamp(PERIOD / perChoice, 1, MOST_CHOICES);
    left = counted;
    lastLook = now;
    boolean others = now - lastLookAtOthers >= OTHERS_PERIOD;
    if (others) {
      lastLookAtOthers = now;
    }
    worker.scheduler.fireDue(worker, now, others);
  }
}
