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
 * @param highWatermark at how many messages in the mailbox the listeners of {@link
 *     Processes#onMailboxLevel} are told; 0: never
 * @param lowWatermark at how many messages they are told that it is all right again
 * @param supervised whether its parent stops it when the runtime closes, so that the runtime does
 *     not cancel it
 * @param restarts how often a supervisor has restarted it, for reports
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public record ProcessOptions(
    String method,
    @Nullable Object input,
    String name,
    int mailboxBound,
    WhenFull whenFull,
    int highWatermark,
    int lowWatermark,
    boolean supervised,
    int restarts) {
  /** The entry point {@code main}, without input, without a bound. */
  public static final ProcessOptions DEFAULT =
      new ProcessOptions(Process.MAIN, null, "", 0, WhenFull.SUSPEND, 0, 0, false, 0);

  public ProcessOptions {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(whenFull, "whenFull");
    if (mailboxBound < 0 || mailboxBound > MailboxBound.MOST) {
      throw new IllegalArgumentException(
          "mailboxBound: %d, must be between 1 and %d, or 0 for none"
              .formatted(mailboxBound, MailboxBound.MOST));
    }
    if (highWatermark < 0
        || lowWatermark < 0
        || (highWatermark > 0 && lowWatermark >= highWatermark)) {
      throw new IllegalArgumentException(
          "watermarks: high %d, low %d; low must be below high, and neither below 0"
              .formatted(highWatermark, lowWatermark));
    }
    if (restarts < 0) {
      throw new IllegalArgumentException("restarts: " + restarts + ", must be at least 0");
    }
  }

  /** With another entry point. */
  public ProcessOptions withMethod(String method) {
    return new ProcessOptions(
        method,
        input,
        name,
        mailboxBound,
        whenFull,
        highWatermark,
        lowWatermark,
        supervised,
        restarts);
  }

  /** With another input. */
  public ProcessOptions withInput(@Nullable Object input) {
    return new ProcessOptions(
        method,
        input,
        name,
        mailboxBound,
        whenFull,
        highWatermark,
        lowWatermark,
        supervised,
        restarts);
  }

  /** With a name. */
  public ProcessOptions withName(String name) {
    return new ProcessOptions(
        method,
        input,
        name,
        mailboxBound,
        whenFull,
        highWatermark,
        lowWatermark,
        supervised,
        restarts);
  }

  /** With a bound for the mailbox. */
  public ProcessOptions withMailbox(int bound, WhenFull whenFull) {
    if (bound < 1) {
      throw new IllegalArgumentException(
          "mailbox bound: %d, must be between 1 and %d".formatted(bound, MailboxBound.MOST));
    }
    return new ProcessOptions(
        method, input, name, bound, whenFull, highWatermark, lowWatermark, supervised, restarts);
  }

  /**
   * With watermarks for the mailbox: when it has {@code high} messages, those who want to know are
   * told, once, until it is down to {@code low}, which they are told too.
   */
  public ProcessOptions withWatermarks(int high, int low) {
    if (high < 1) {
      throw new IllegalArgumentException("high watermark: " + high + ", must be at least 1");
    }
    return new ProcessOptions(
        method, input, name, mailboxBound, whenFull, high, low, supervised, restarts);
  }

  /** For a supervisor: its parent stops it, and has restarted it so often. */
  public ProcessOptions supervised(int restarts) {
    return new ProcessOptions(
        method, input, name, mailboxBound, whenFull, highWatermark, lowWatermark, true, restarts);
  }
}
