package dev.heddle.scheduler;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Who waits for what whom holds, as far as Heddle's own locks tell. */
final class Holders {
  private final Scheduler scheduler;
  private final Map<Thread, Thread> holders = new LinkedHashMap<>();

  Holders(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** What {@code thread} waits for; null if it does not wait, or does not say. */
  static @Nullable Object blocker(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    return blocker instanceof ParkTimer timer ? timer.blocker() : blocker;
  }

  /** The name of who holds {@code blocker}, for which {@code thread} waits; null: not known. */
  @Nullable String look(Thread thread, @Nullable Object blocker) {
    Thread holder = blocker instanceof Held held ? held.holder() : null;
    if (holder == null || holder == thread) {
      return null; // itself: has been given it, and only lacks a worker to go on
    }
    holders.put(thread, holder);
    return scheduler.nameOf(holder);
  }

  /** Rings of those looked at, of which each waits for what the next one holds, by name. */
  List<List<String>> rings() {
    List<List<String>> rings = new ArrayList<>();
    Set<Thread> seen = new HashSet<>();
    for (Thread start : holders.keySet()) {
      List<Thread> path = new ArrayList<>();
      Thread at = start;
      while (at != null && seen.add(at)) {
        path.add(at);
        at = holders.get(at);
      }
      int begin = at == null ? -1 : path.indexOf(at);
      if (begin >= 0) {
        rings.add(path.subList(begin, path.size()).stream().map(scheduler::nameOf).toList());
      }
    }
    return rings;
  }
}
