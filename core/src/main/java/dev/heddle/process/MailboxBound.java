package dev.heddle.process;

import dev.heddle.fiber.Semaphore;

/** Room in a bounded mailbox: a permit for each message that still fits in. */
final class MailboxBound {
  /** How many messages a bound can be; so that the permits of the end fit in beside. */
  static final int MOST = 1_000_000_000;

  private final int limit;
  private final WhenFull whenFull;
  private final Semaphore room;

  MailboxBound(int limit, WhenFull whenFull) {
    this.limit = limit;
    this.whenFull = whenFull;
    room = new Semaphore(limit);
  }

  /** What becomes of a message that does not fit, unless its sender says. */
  WhenFull whenFull() {
    return whenFull;
  }

  /** Takes room for one message, if there is some. */
  boolean tryTake() {
    return room.tryAcquire();
  }

  /** Waits for room for one message to {@code target}. */
  void take(Pid target) {
    try {
      room.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MailboxFullException(
          "interrupted while waiting for room in the mailbox of "
              + target
              + "; the message was not sent");
    }
  }

  MailboxFullException full(Pid target, String also) {
    return new MailboxFullException(
        "the mailbox of %s has its %d messages%s; the message was not sent"
            .formatted(target, limit, also));
  }

  /** {@code n} messages have been taken out. */
  void release(int n) {
    room.release(n);
  }

  /** The process has ended: whoever waits shall see that. */
  void open() {
    room.release(MOST);
  }
}
