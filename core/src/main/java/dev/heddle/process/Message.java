package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/** A message that was sent to the process. */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public sealed class Message extends Event permits PortMessage, Request, UrgentMessage {
  private final Object data;

  Message(Object data) {
    this.data = data;
  }

  /** What was sent; never null. */
  @Override
  public final Object data() {
    return data;
  }

  /** The port that it came through; null if it was sent to the process itself. */
  public @Nullable Port port() {
    return null;
  }

  /** Whether the sender waits for a {@link #reply}. */
  public boolean expectsReply() {
    return false;
  }

  /**
   * Answers the sender. An answer that comes too late becomes a dead letter.
   *
   * @throws IllegalStateException if the sender does not wait for one, or has been answered
   */
  public void reply(@Nullable Object answer) {
    throw new IllegalStateException(
        "the sender of this message does not wait for a reply; ask expectsReply() first");
  }

  @Override
  public String toString() {
    return "Message[" + data + "]";
  }
}
