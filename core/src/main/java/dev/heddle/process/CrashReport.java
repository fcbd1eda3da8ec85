package dev.heddle.process;

import dev.heddle.scheduler.InWords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What there is to tell of a process that has failed. Goes to the listeners of {@link
 * Processes#onCrash}, and, as a {@link ProcessCrash}, to the runtime's uncaught-exception handler,
 * which logs it by default.
 *
 * @param process the process at its end
 * @param where in which of its methods, or in which step
 * @param error what it has thrown or said, with its stack
 * @param lastMessages the newest messages it was given in the step that failed, oldest first, at
 *     most {@value #MOST_MESSAGES}; as text, from {@link dev.heddle.HeddleBuilder#describeMessages}
 * @param state what the process says of itself by {@code toString()}
 * @param links whom it was linked to
 * @param restarts how often a supervisor had restarted it
 */
public record CrashReport(
    ProcessInfo process,
    String where,
    Throwable error,
    List<String> lastMessages,
    String state,
    List<Pid> links,
    int restarts) {
  static final int MOST_MESSAGES = 10;

  public CrashReport {
    lastMessages = List.copyOf(lastMessages);
    links = List.copyOf(links);
  }

  /** The newest messages of {@code events}. */
  static List<String> describe(Iterable<Event> events, Function<Object, String> describer) {
    List<String> texts = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof Message message) {
        if (texts.size() == MOST_MESSAGES) {
          texts.removeFirst();
        }
        texts.add(InWords.of(message.data(), describer));
      }
    }
    return texts;
  }

  /** In some lines, without the stack. */
  @Override
  public String toString() {
    return "the process %s (%s) has failed in %s after %d restarts: %s%n  state: %s%n  links: %s%n  last messages:%s"
        .formatted(
            process.pid(),
            process.name(),
            where,
            restarts,
            InWords.inFull(error),
            state,
            links,
            lastMessages.isEmpty()
                ? " none"
                : lastMessages.stream()
                    .map(each -> System.lineSeparator() + "    " + each)
                    .collect(Collectors.joining()));
  }
}
