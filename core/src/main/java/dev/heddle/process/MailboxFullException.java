package dev.heddle.process;

/** A message was not sent, because the mailbox of its target is full. */
public final class MailboxFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MailboxFullException(String message) {
    super(message);
  }
}
