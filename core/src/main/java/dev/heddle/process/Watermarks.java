package dev.heddle.process;

import dev.heddle.scheduler.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Sees when a mailbox gets fuller than it should, and when it is all right again: once each, in
 * turn.
 *
 * <p>Whoever changes the number of messages looks, and if it has crossed the mark, tells, {@code
 * telling} meanwhile. Who finds another one telling leaves it to that one, which looks again when
 * it is done; so no crossing is missed, and none is told before the one before it.
 */
final class Watermarks {
  private static final VarHandle TELLING;

  static {
    try {
      TELLING = MethodHandles.lookup().findVarHandle(Watermarks.class, "telling", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int high;
  private final int low;

  /** Whether it is above; written by the one who tells. */
  private volatile boolean above;

  private volatile boolean telling;

  Watermarks(int high, int low) {
    this.high = high;
    this.low = low;
  }

  /** Anybody: a message was put into the mailbox of {@code cell}. */
  void rise(ProcessCell cell) {
    if (!above) { // that it falls is for the claimer to see, who alone knows the number for sure
      look(cell);
    }
  }

  /** Claimer: messages were taken out of the mailbox of {@code cell}. Does not throw. */
  void look(ProcessCell cell) {
    while (hasCrossed(cell.messages()) && !telling && TELLING.compareAndSet(this, false, true)) {
      try {
        int now = cell.messages();
        if (hasCrossed(now)) {
          assert Memory.suffices("a level that was crossed");
          MailboxLevel level = new MailboxLevel(cell.self(), now, !above);
          above = !above;
          cell.processes().crossed(level);
        }
      } catch (OutOfMemoryError e) {
        telling = false; // it is told at the next look
        cell.processes().report(e);
        return;
      }
      telling = false;
    }
  }

  private boolean hasCrossed(int messages) {
    return above ? messages <= low : messages >= high;
  }
}
