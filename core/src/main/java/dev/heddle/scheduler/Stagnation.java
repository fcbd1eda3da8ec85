package dev.heddle.scheduler;

import java.util.Arrays;

/**
 * For how long each worker has been at one item, as far as looks now and then can tell. Time in
 * which whoever looks could not run itself, because the machine or the JVM stood still, does not
 * count: then no worker could get on.
 */
final class Stagnation {
  private final long[] progress;
  private final long[] since;
  private long lastLook;

  Stagnation(int workers, long now) {
    progress = new long[workers];
    since = new long[workers];
    Arrays.fill(since, now);
    lastLook = now;
  }

  /** Looks now, though it was to look {@code period} after the last time. */
  void look(long now, long period) {
    long late = now - lastLook - 2 * period;
    lastLook = now;
    if (late > 0) {
      for (int i = 0; i < since.length; i++) {
        since[i] = Math.min(now, since[i] + late);
      }
    }
  }

  /** Worker {@code i} has made {@code made} progress so far; whether it has got on. */
  boolean getsOn(int i, long made, long now) {
    boolean moved = made != progress[i];
    if (moved) {
      progress[i] = made;
      since[i] = now;
    }
    return moved;
  }

  /** Worker {@code i} has nothing to get on with. */
  void rests(int i, long now) {
    since[i] = now;
  }

  /** For how long worker {@code i} has not got on; nanoseconds. */
  long held(int i, long now) {
    return now - since[i];
  }
}
