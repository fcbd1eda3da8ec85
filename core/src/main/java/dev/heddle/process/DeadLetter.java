package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/**
 * Something that reached nobody. Each is counted ({@link ProcessCounts}) and shown to the listeners
 * ({@link Processes#onDeadLetter}); the first of each reason is logged.
 *
 * @param target whom it was for
 * @param content the message, or the event; for {@code LATE_COMPLETION} and {@code LATE_REPLY} the
 *     result or error, for {@code COMMAND_DROPPED} the command
 * @param reason why
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public record DeadLetter(Pid target, @Nullable Object content, Reason reason) {
  /** Why something reached nobody. */
  public enum Reason {
    /** There is no process of this PID in this runtime, and none that is known to have been. */
    NO_SUCH_PROCESS(true),

    /** The process has ended: before it was sent, or with it in the mailbox. */
    PROCESS_ENDED(true),

    /** The mailbox was full, and the choice was {@link WhenFull#DROP}. */
    MAILBOX_FULL(true),

    /** The PID is of another node or host, and no relay has taken it. */
    NO_ROUTE(true),

    /** It came from outside after the runtime was closed. */
    RUNTIME_CLOSED(true),

    /** The process that had yielded the command has ended. */
    LATE_COMPLETION(false),

    /** Who had asked does not wait any more. */
    LATE_REPLY(false),

    /** The step that yielded the command has ended its process. */
    COMMAND_DROPPED(false),

    /** A {@link Behaviour} was given it, and has no handler for it, or has stopped before it. */
    UNHANDLED(false),

    /** A {@link Behaviour} has ended with it in its stash. */
    STASHED(false);

    private final boolean ofMessage;

    Reason(boolean ofMessage) {
      this.ofMessage = ofMessage;
    }

    /** Whether what died was a message. */
    public boolean isOfMessage() {
      return ofMessage;
    }
  }
}
