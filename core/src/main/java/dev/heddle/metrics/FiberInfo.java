package dev.heddle.metrics;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one fiber, or the runner of a task, was at when somebody looked.
 *
 * @param name its name, or its thread's
 * @param state what it did
 * @param age since when it exists; null for runners, which live from task to task
 * @param waitsFor what it waited for, in that thing's own words; null if it did not, or did not say
 * @param heldBy the name of the thread that holds what it waited for, where that is known
 * @param stack where it was, innermost first; empty if it had not started
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public record FiberInfo(
    String name,
    FiberState state,
    @Nullable Duration age,
    @Nullable String waitsFor,
    @Nullable String heldBy,
    List<StackTraceElement> stack) {
  public FiberInfo {
    stack = List.copyOf(stack);
  }

  /** One line, and the stack below it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name).append("  ").append(state);
    if (age != null) {
      text.append("  age ").append(age.toMillis()).append(" ms");
    }
    if (waitsFor != null) {
      text.append("  waits for ").append(waitsFor);
    }
    if (heldBy != null) {
      text.append("  held by ").append(heldBy);
    }
    return text.append(
            stack.stream().map(frame -> "\n    at " + frame).collect(Collectors.joining()))
        .toString();
  }
}
