package dev.heddle.process;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.InWords;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the few processes that somebody looks at closely are given and do. All others find out by
 * {@link #has} that they have none, and go on.
 *
 * <p>{@code numbers} is replaced, never changed. The lines are guarded by this, for as long as one
 * is added; texts of others are made outside. Whatever goes wrong with a text must not reach the
 * process: then there is no line.
 */
final class Diaries {
  private static final int MOST_PROCESSES = 32;
  private static final int MOST_LINES = 64;

  /** Of those that have a diary. */
  private volatile long[] numbers = {};

  /** By number, the one looked at longest ago first. */
  private final Map<Long, Deque<String>> lines = new LinkedHashMap<>();

  /** Anybody: whether {@code cell} has a diary. */
  boolean has(ProcessCell cell) {
    for (long number : numbers) {
      if (number == cell.self().number()) {
        return true;
      }
    }
    return false;
  }

  /** The lines of {@code cell} so far; from the first call on they are kept. */
  synchronized List<String> of(ProcessCell cell) {
    long number = cell.self().number();
    Deque<String> kept = lines.remove(number);
    if (kept == null) {
      kept = new ArrayDeque<>(MOST_LINES);
    }
    lines.put(number, kept);
    if (lines.size() > MOST_PROCESSES) {
      lines.remove(lines.keySet().iterator().next());
    }
    publish();
    return new ArrayList<>(kept);
  }

  /** {@code cell}, which has a diary, has ended. */
  synchronized void close(ProcessCell cell) {
    try {
      lines.remove(cell.self().number());
      publish();
    } catch (OutOfMemoryError _) {
      // then it seems to have one, which nobody writes any more
    }
  }

  private void publish() {
    numbers = lines.keySet().stream().mapToLong(Long::longValue).toArray();
  }

  /** Claimer of {@code cell}, which has a diary: its step is given {@code events}. */
  void given(ProcessCell cell, long step, Iterable<Event> events) {
    try {
      List<String> texts = new ArrayList<>();
      for (Event event : events) {
        texts.add(describe(cell, event));
      }
      write(cell, "step %d is given %s".formatted(step, texts.isEmpty() ? "nothing" : texts));
    } catch (Throwable _) {
      // no line
    }
  }

  /** The fiber of {@code cell}, which has a diary, receives {@code event}. */
  void received(ProcessCell cell, Event event) {
    try {
      write(cell, "receives " + describe(cell, event));
    } catch (Throwable _) {
      // no line
    }
  }

  /** Claimer of {@code cell}, which has a diary: its step has returned. */
  void stepped(ProcessCell cell, long step, StepOutput.Status status) {
    try {
      String what = status == StepOutput.Status.UNSAID ? "is done" : "says " + status;
      write(cell, "step %d %s".formatted(step, what));
    } catch (Throwable _) {
      // no line
    }
  }

  private static String describe(ProcessCell cell, Event event) {
    return event instanceof Message message
        ? InWords.of(message.data(), cell.processes().describer())
        : InWords.of(event);
  }

  private void write(ProcessCell cell, String text) {
    String line = Clock.instant().truncatedTo(ChronoUnit.MILLIS) + " " + text;
    synchronized (this) {
      Deque<String> kept = lines.get(cell.self().number());
      if (kept != null) {
        if (kept.size() == MOST_LINES) {
          kept.removeFirst();
        }
        kept.addLast(line);
      }
    }
  }
}
