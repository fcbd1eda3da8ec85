package dev.heddle.process;

/** What becomes of a message to a process whose mailbox is full. */
public enum WhenFull {
  /** The sender waits for room. Inside of a runtime that costs no worker. */
  SUSPEND,

  /** The send throws a {@link MailboxFullException}. */
  FAIL,

  /** The message becomes a {@link DeadLetter}. */
  DROP
}
