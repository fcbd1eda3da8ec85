package dev.heddle.fiber;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A {@link Guard} with a word for who need not wait. Each primitive has a bit or value of it that
 * says that somebody waits. While it does not say so, everybody changes the word by a CAS; it is
 * set, by a CAS, and taken back only under the guard, and while it is set nothing else in the word
 * changes but under the guard. (A subclass that does otherwise says so.)
 *
 * <p>So who waits and who grants meet at the word: a CAS of who grants either comes before that
 * value, which the waiter's own CAS then sees, or finds it, and goes to the guard.
 */
abstract class GuardedWord extends Guard {
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(GuardedWord.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  volatile long word;

  final boolean replace(long expected, long value) {
    return WORD.compareAndSet(this, expected, value);
  }

  /** A waiter that has given up: takes it out, and does what its presence had held up. */
  abstract void withdraw(Waiter waiter);

  /**
   * Waits for a grant, outside of the guard, queued.
   *
   * @param nanos how long at most; {@link Long#MAX_VALUE}: without end
   * @return whether it was granted; if not, it has been withdrawn
   */
  final boolean await(Waiter waiter, long nanos) throws InterruptedException {
    if (awaitGrant(waiter, nanos, true)) {
      return true;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return false;
  }

  /** As {@link #await}; an interrupt stays pending. */
  final boolean awaitGrant(Waiter waiter, long nanos, boolean interruptibly) {
    boolean granted = false;
    try {
      granted = waiter.await(this, nanos, interruptibly);
    } finally {
      if (!granted) {
        withdraw(waiter);
      }
    }
    return granted;
  }

  /** At the start of an interruptible wait. */
  static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
