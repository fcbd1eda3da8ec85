package dev.heddle.observe.warning;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.Consumer;

/** Reasons of which there are more and more dead letters. */
final class DeadLetterCheck implements Check {
  /** What there was at an earlier look. */
  private record Count(long atMillis, Map<String, Long> byReason) {}

  private final Deque<Count> counts = new ArrayDeque<>();

  @Override
  public void look(Look look, Consumer<Warning> told) {
    Map<String, Long> now = look.now().processes().deadLetters();
    while (counts.size() > 1 && !look.isRecent(counts.getFirst().atMillis)) {
      counts.removeFirst();
    }
    Count first = counts.peekFirst();
    if (first != null) {
      now.forEach(
          (reason, count) -> {
            long more = count - first.byReason.getOrDefault(reason, 0L);
            if (more >= look.limits().deadLetters()) {
              told.accept(warning(reason, more, look.now().atMillis() - first.atMillis));
            }
          });
    }
    counts.addLast(new Count(look.now().atMillis(), now));
  }

  private static Warning warning(String reason, long more, long millis) {
    return new Warning(
        Warning.Kind.DEAD_LETTERS,
        Warning.Severity.WARNING,
        reason,
        "%d messages, replies or results reached nobody in the last %s (%s)."
            .formatted(more, Look.inWords(millis), reason),
        causeOf(reason),
        fixOf(reason));
  }

  private static String causeOf(String reason) {
    return switch (reason) {
      case "NO_SUCH_PROCESS" -> "They were sent to PIDs of which there is no process.";
      case "PROCESS_ENDED" ->
          "The process they were for had ended, or ended before it came to them.";
      case "MAILBOX_FULL" -> "The mailbox was full, and its bound says that more is dropped.";
      case "NO_ROUTE" -> "They were for another node, and no relay has taken them.";
      case "RUNTIME_CLOSED" -> "They came after the runtime was closed.";
      case "LATE_COMPLETION" -> "The process that had yielded the command had ended.";
      case "LATE_REPLY" ->
          "Who had asked did not wait any more: the answer came after the timeout.";
      case "COMMAND_DROPPED" -> "The step that yielded the command has ended its process.";
      case "UNHANDLED" -> "The behaviour has no handler for messages of this type.";
      case "STASHED" -> "A behaviour has ended with messages in its stash.";
      default -> "Nobody was there to take them.";
    };
  }

  private static String fixOf(String reason) {
    return switch (reason) {
      case "NO_SUCH_PROCESS", "PROCESS_ENDED" ->
          "Monitor the process and stop sending when it is down, or send by a name that its"
              + " successor takes over.";
      case "MAILBOX_FULL" ->
          "Let senders wait or fail instead of dropping, make the receiver faster, or raise the"
              + " bound.";
      case "NO_ROUTE" -> "Register a relay for that node, or correct the PID.";
      case "RUNTIME_CLOSED" -> "Stop the senders before the runtime is closed.";
      case "LATE_REPLY" -> "Raise the timeout of the question, or make the answer faster.";
      case "UNHANDLED" -> "Add a handler for that type, or one for everything else.";
      case "STASHED" -> "Unstash before the end, or hand the stash to somebody else.";
      default ->
          "If it was not meant so, listen with processes().onDeadLetter(...) to see which they"
              + " are.";
    };
  }
}
