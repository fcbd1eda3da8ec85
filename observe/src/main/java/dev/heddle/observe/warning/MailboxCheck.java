package dev.heddle.observe.warning;

import dev.heddle.metrics.ProcessLine;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Mailboxes that only grow. A process need not be in every snapshot, because of many processes a
 * snapshot looks at some only.
 */
final class MailboxCheck implements Check {
  private static final int LOOKS = 3;

  /** One that has not been smaller at any look since {@code sinceMillis}. */
  private record Growth(int first, int last, int looks, long sinceMillis, long seenMillis) {}

  private final Map<String, Growth> growing = new HashMap<>();

  @Override
  public void look(Look look, Consumer<Warning> told) {
    long now = look.now().atMillis();
    growing.values().removeIf(growth -> !look.isRecent(growth.seenMillis));
    for (ProcessLine process : look.now().processes().longestMailboxes()) {
      Growth growth = growing.merge(process.pid(), begin(process, now), MailboxCheck::next);
      long lasted = now - growth.sinceMillis;
      if (growth.looks >= LOOKS
          && growth.last > growth.first
          && growth.last >= look.limits().mailbox()
          && lasted >= look.limits().growing().toMillis()) {
        told.accept(warning(process, growth, lasted));
      }
    }
  }

  private static Growth begin(ProcessLine process, long now) {
    return new Growth(process.mailbox(), process.mailbox(), 1, now, now);
  }

  private static Growth next(Growth before, Growth now) {
    return now.last < before.last
        ? now
        : new Growth(before.first, now.last, before.looks + 1, before.sinceMillis, now.seenMillis);
  }

  private static Warning warning(ProcessLine process, Growth growth, long lasted) {
    boolean waits = process.state().equals("BLOCKED");
    return new Warning(
        Warning.Kind.GROWING_MAILBOX,
        Warning.Severity.WARNING,
        process.name(),
        "The mailbox of %s (%s) has only grown for %s: from %d to %d messages."
            .formatted(
                process.name(), process.pid(), Look.inWords(lasted), growth.first, growth.last),
        waits
            ? "It waits for a command" + named(process) + ", and does not get to its messages."
            : "More is sent to it than it handles, and nothing slows the senders down.",
        "Give it a mailbox bound, so that senders wait or are refused; share its work out to"
            + " several processes; or make its step shorter.");
  }

  private static String named(ProcessLine process) {
    return process.command().isEmpty() ? "" : " (" + process.command() + ")";
  }
}
