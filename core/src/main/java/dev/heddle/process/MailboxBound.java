package dev.heddle.process;

import dev.heddle.fiber.Semaphore;
import dev.heddle.scheduler.Memory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Room in a bounded mailbox: a permit for each message that still fits in. */
final class MailboxBound {
  /** How many messages a bound can be; so that the permits of the end fit in beside. */
  static final int MOST = 1_000_000_000;

  private final int limit;
  private final WhenFull whenFull;
  private final Semaphore room;

  /** How many messages are in it beyond the limit, because they were urgent. */
  private final AtomicInteger owed = new AtomicInteger();

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

  /**
   * Waits for room for one message to {@code target}; false: there was none for {@code patience}.
   */
  boolean take(Pid target, @Nullable Duration patience) {
    try {
      if (patience != null) {
        return room.tryAcquire(patience);
      }
      room.acquire();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MailboxFullException(
          "interrupted while waiting for room in the mailbox of "
              + target
              + "; the message was not sent");
    }
  }

  /** Takes room for one message, though there may be none: it is missing later then. */
  void takeAnyway() {
    if (!room.tryAcquire()) {
      owed.getAndIncrement();
    }
  }

  MailboxFullException full(Pid target, String also) {
    return new MailboxFullException(
        "the mailbox of %s has its %d messages%s; the message was not sent"
            .formatted(target, limit, also));
  }

  /** How many more messages fit in. */
  int room() {
    return room.available();
  }

  /** {@code n} messages have been taken out. */
  void release(int n) {
    int left = n;
    while (left > 0 && owed.get() > 0) {
      if (owed.getAndUpdate(now -> Math.max(0, now - 1)) > 0) {
        left--;
      }
    }
    if (left > 0) {
      give(left);
    }
  }

  /** Makes room for {@code n}, as soon as there is memory to wake who waits for it. */
  private void give(int n) {
    boolean given = false;
    while (!given) {
      try {
        assert Memory.suffices("room in a mailbox");
        room.release(n);
        given = true;
      } catch (OutOfMemoryError _) {
        Thread.onSpinWait();
      }
    }
  }

  /** The process has ended: whoever waits shall see that. */
  void open() {
    give(MOST);
  }
}
