package dev.heddle.scheduler;

/**
 * A searching worker's eye on the {@link NextSlot} of another: whether what stands there does not
 * get on. On one slot at a time; only its owner uses it.
 */
final class NextWatch {
  /** How long it has to stand still; nanoseconds. */
  private static final long STILL = 300;

  private static final int NOBODY = -1;

  private final Scheduler scheduler;
  private int watched = NOBODY;
  private int filled;
  private long since;

  NextWatch(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Whether {@code other}'s slot, which is filled, has been seen unchanged for long enough. Begins
   * to watch it, unless that of a third one is watched, and still filled.
   */
  boolean hasStoodStill(Worker other) {
    if (watched != other.index && watched != NOBODY) {
      if (scheduler.workerAt(watched).next.peek() != null) {
        return false;
      }
      watched = NOBODY;
    }
    int filledNow = other.next.filled();
    long now = Clock.nanos();
    if (watched == NOBODY || filled != filledNow) {
      watched = other.index;
      filled = filledNow;
      since = now;
      return false;
    }
    // In a world looks take no time: there the second one counts.
    return scheduler.world != null || now - since >= STILL;
  }

  /** What was watched is about to be taken. */
  void end() {
    watched = NOBODY;
  }
}
