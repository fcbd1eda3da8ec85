package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/**
 * Something that has arrived at a process: a {@link Message}, the {@link Completion} of a command,
 * a {@link Cancel}; that a port is {@link PortUnused unused}, that another process has ended
 * ({@link Down}, {@link Exited}), that a name was {@link Named registered}, or that this
 * implementation has taken over ({@link Upgraded}). More kinds may come, so a switch over them
 * needs a default.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public abstract sealed class Event
    permits Message, Completion, Cancel, PortUnused, Down, Exited, Named, Upgraded, IdleTick {
  /** In a mailbox: the event below in the stack, or, once taken, the one that came after it. */
  @Nullable Event next;

  /** In a mailbox's stack: how many messages there are from this event down. */
  int depth;

  Event() {}

  /** The tag that the command was given; 0 if this is no completion. */
  public long tag() {
    return 0;
  }

  /** The message, or a command's result; null if there is none. */
  public @Nullable Object data() {
    return null;
  }

  /** Why a command failed; null if it did not, or if this is no completion. */
  public @Nullable Throwable error() {
    return null;
  }
}
