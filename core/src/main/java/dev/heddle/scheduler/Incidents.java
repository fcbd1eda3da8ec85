package dev.heddle.scheduler;

import dev.heddle.metrics.Incident;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last things that have happened in a runtime and that somebody may want to know of. Of each
 * kind it keeps some, so that many of one kind do not drive the others out.
 */
public final class Incidents extends SpinLock {
  private static final int KEPT = 32;
  private static final int LONGEST = 2_000;

  private final List<Deque<Incident>> byKind = new ArrayList<>();
  private long last;

  Incidents() {
    for (Incident.Kind _ : Incident.Kind.values()) {
      byKind.add(new ArrayDeque<>(KEPT));
    }
  }

  /** It has happened now; {@code text} is cut off if it is very long. */
  public void add(Incident.Kind kind, String subject, String text) {
    long now = Clock.instant().toEpochMilli();
    String shortened = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    Deque<Incident> kept = byKind.get(kind.ordinal());
    lock();
    try {
      if (kept.size() == KEPT) {
        kept.removeFirst();
      }
      kept.addLast(new Incident(++last, now, kind, subject, shortened));
    } finally {
      unlock();
    }
  }

  /** Those that are kept, the oldest first. */
  public List<Incident> all() {
    List<Incident> all = new ArrayList<>();
    lock();
    try {
      byKind.forEach(all::addAll);
    } finally {
      unlock();
    }
    all.sort((one, other) -> Long.compare(one.number(), other.number()));
    return all;
  }
}
