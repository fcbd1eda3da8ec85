package dev.heddle.sim;

import dev.heddle.scheduler.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The steps of a run: a digest of all, the last ones for reading, and all for who wants them. */
final class SimulationLog {
  private static final int KEPT = 60;

  private final Deque<Object> last = new ArrayDeque<>();
  private final @Nullable Consumer<String> told;
  private long digest = 0xcbf29ce484222325L;
  private int columns = 18;

  SimulationLog(@Nullable Consumer<String> told) {
    this.told = told;
  }

  void add(Step step) {
    digest(step.time());
    digest(step.actor().number());
    digest(step.what().hashCode());
    digest(step.rule() == null ? -1 : step.rule().ordinal());
    digest(step.item().hashCode());
    digest(step.outcome().hashCode());
    keep(step);
  }

  /** A line of the program's own, or about a fault. */
  void add(long time, String note) {
    digest(time);
    digest(note.hashCode());
    keep(" ".repeat(8) + at(time) + "  " + note);
  }

  private void keep(Object entry) {
    if (last.size() == KEPT) {
      last.removeFirst();
    }
    last.addLast(entry);
    if (told != null) {
      told.accept(line(entry));
    }
  }

  private void digest(long value) {
    digest = (digest ^ value) * 0x100000001b3L;
    digest ^= digest >>> 29;
  }

  long digest() {
    return digest;
  }

  /** The last steps, a line each. */
  String tail() {
    for (Object entry : last) {
      if (entry instanceof Step step) {
        columns = Math.max(columns, step.actor().name().length());
      }
    }
    StringBuilder text = new StringBuilder();
    last.forEach(entry -> text.append(line(entry)).append('\n'));
    return text.toString();
  }

  private String line(Object entry) {
    if (!(entry instanceof Step step)) {
      return entry.toString();
    }
    String actor = step.actor().name();
    columns = Math.max(columns, actor.length());
    StringBuilder line = new StringBuilder(120);
    line.append("%7d ".formatted(step.number())).append(at(step.time())).append("  ");
    line.append(actor).append(" ".repeat(columns - actor.length())).append("  ");
    line.append(step.what());
    if (!step.item().isEmpty() && !step.item().equals(actor)) {
      line.append(' ').append(step.item());
    }
    if (step.rule() != null) {
      line.append(" (").append(step.rule()).append(')');
    }
    if (!step.outcome().isEmpty()) {
      line.append(", ").append(step.item().equals(actor) ? "" : "which ").append(step.outcome());
    }
    return line.toString();
  }

  private static String at(long time) {
    return "%12.3f us".formatted(time / 1e3);
  }
}
