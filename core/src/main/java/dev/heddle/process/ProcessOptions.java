package dev.heddle.process;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a process is spawned. Begin with {@link #DEFAULT}.
 *
 * @param method which entry point; {@link Process#MAIN}
 * @param input what its init is given; null
 * @param name for reports and lists; empty: its class is shown
 * @param mailboxBound how many messages its mailbox takes at most; 0: any number. Completions and
 *     cancels do not count
 * @param whenFull what becomes of a message that finds the mailbox full, unless the sender says
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public record ProcessOptions(
    String method, @Nullable Object input, String name, int mailboxBound, WhenFull whenFull) {
  /** The entry point {@code main}, without input, without a bound. */
  public static final ProcessOptions DEFAULT =
      new ProcessOptions(Process.MAIN, null, "", 0, WhenFull.SUSPEND);

  public ProcessOptions {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(whenFull, "whenFull");
    if (mailboxBound < 0 || mailboxBound > MailboxBound.MOST) {
      throw new IllegalArgumentException(
          "mailboxBound: %d, must be between 1 and %d, or 0 for none"
              .formatted(mailboxBound, MailboxBound.MOST));
    }
  }

  /** With another entry point. */
  public ProcessOptions withMethod(String method) {
    return new ProcessOptions(method, input, name, mailboxBound, whenFull);
  }

  /** With another input. */
  public ProcessOptions withInput(@Nullable Object input) {
    return new ProcessOptions(method, input, name, mailboxBound, whenFull);
  }

  /** With a name. */
  public ProcessOptions withName(String name) {
    return new ProcessOptions(method, input, name, mailboxBound, whenFull);
  }

  /** With a bound for the mailbox. */
  public ProcessOptions withMailbox(int bound, WhenFull whenFull) {
    if (bound < 1) {
      throw new IllegalArgumentException(
          "mailbox bound: %d, must be between 1 and %d".formatted(bound, MailboxBound.MOST));
    }
    return new ProcessOptions(method, input, name, bound, whenFull);
  }
}
