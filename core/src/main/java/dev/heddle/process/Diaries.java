package dev.heddle.process;

import dev.heddle.scheduler.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the few processes that somebody looks at closely are given and do. For all others it costs a
 * read of a flag a step.
 *
 * <p>Everything but the flag is guarded by this; only processes that have a diary come here, and
 * only for as long as a line takes.
 */
final class Diaries {
  private static final int MOST_PROCESSES = 32;
  private static final int MOST_LINES = 64;

  private volatile boolean any;

  /** By number, the one looked at longest ago first. */
  private final Map<Long, Deque<String>> lines = new LinkedHashMap<>(16, 0.75f, true);

  /** Whether there is any diary. */
  boolean any() {
    return any;
  }

  /** The lines of {@code cell} so far; from the first call on they are kept. */
  synchronized List<String> of(ProcessCell cell) {
    Deque<String> kept =
        lines.computeIfAbsent(cell.self().number(), _ -> new ArrayDeque<>(MOST_LINES));
    if (lines.size() > MOST_PROCESSES) {
      lines.remove(lines.keySet().iterator().next());
    }
    any = true;
    return new ArrayList<>(kept);
  }

  /** Claimer: {@code cell} is given {@code events}. */
  void given(ProcessCell cell, long step, Iterable<Event> events) {
    if (has(cell)) {
      List<String> texts = new ArrayList<>();
      for (Event event : events) {
        texts.add(
            event instanceof Message message
                ? CrashReport.describe(message.data(), cell.processes().describer())
                : CrashReport.shortened(String.valueOf(event)));
      }
      write(cell, "step %d is given %s".formatted(step, texts.isEmpty() ? "nothing" : texts));
    }
  }

  /** Claimer: {@code cell} has done {@code what}. */
  void note(ProcessCell cell, String what, @Nullable Object more) {
    if (has(cell)) {
      write(cell, more == null ? what : what + CrashReport.shortened(String.valueOf(more)));
    }
  }

  private synchronized boolean has(ProcessCell cell) {
    return lines.containsKey(cell.self().number());
  }

  private synchronized void write(ProcessCell cell, String text) {
    Deque<String> kept = lines.get(cell.self().number());
    if (kept != null) {
      if (kept.size() == MOST_LINES) {
        kept.removeFirst();
      }
      Instant now = Clock.instant();
      kept.addLast(now.truncatedTo(java.time.temporal.ChronoUnit.MILLIS) + " " + text);
    }
  }
}
