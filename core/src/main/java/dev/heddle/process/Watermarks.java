package dev.heddle.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Sees when a mailbox gets fuller than it should, and when it is all right again: once each, by a
 * CAS of {@code above}.
 */
final class Watermarks {
  private static final VarHandle ABOVE;

  static {
    try {
      ABOVE = MethodHandles.lookup().findVarHandle(Watermarks.class, "above", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int high;
  private final int low;
  private volatile boolean above;

  Watermarks(int high, int low) {
    this.high = high;
    this.low = low;
  }

  /** The number of messages of {@code cell} has changed. */
  void look(ProcessCell cell) {
    int now = cell.messages();
    boolean was = above;
    if (was ? now <= low : now >= high) {
      if (ABOVE.compareAndSet(this, was, !was)) {
        cell.processes().crossed(new MailboxLevel(cell.self(), now, !was));
      }
    }
  }
}
