package dev.heddle.supervisor;

import dev.heddle.scheduler.Clock;
import java.util.ArrayDeque;

/** The restarts that still count to the limit. */
final class RestartHistory {
  private final RestartLimit limit;
  private final ArrayDeque<Long> times = new ArrayDeque<>();
  private long all;

  RestartHistory(RestartLimit limit) {
    this.limit = limit;
  }

  /** Counts one; false if that is too many. */
  boolean add() {
    long now = Clock.nanos();
    long within = Times.nanos(limit.within());
    while (!times.isEmpty() && now - times.getFirst() > within) {
      times.removeFirst();
    }
    if (times.size() >= limit.restarts()) {
      return false;
    }
    times.add(now);
    all++;
    return true;
  }

  /** How many there have ever been. */
  long all() {
    return all;
  }
}
