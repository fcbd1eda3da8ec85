package dev.heddle.fiber;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A {@link Guard} for operations of a few nanoseconds: {@link #enterQuickly} does not look whether
 * there is stack left, which costs more than everything else.
 *
 * <p>Who enters quickly says itself what an overflow of the stack can do. It comes at a call, never
 * between. So: what is changed is changed in one method without calls, the last one called under
 * the guard; whatever is thrown under the guard is caught by who entered, and {@code held} set to 0
 * there, which is no call either; and after the change nothing is called whose failure matters.
 * What needs more than that, as waking somebody does, calls {@link #needRoom} before it changes
 * anything.
 *
 * <table>
 *   <caption>Fields</caption>
 *   <tr><td>{@code held}</td><td>0 or 1; to 1 by CAS, to 0 by its holder, by a release store or
 *       after a failure by a volatile one</td></tr>
 * </table>
 */
abstract class QuickGuard {
  private static final int SPINS = 64;
  private static final int ROOM = 12;
  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(QuickGuard.class, "held", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  volatile int held;

  /** Takes the guard, and makes sure before that there is some stack left. */
  final void enter() {
    needRoom();
    enterQuickly();
  }

  /** Takes the guard. */
  final void enterQuickly() {
    if (!HELD.compareAndSet(this, 0, 1)) {
      enterSlowly();
    }
  }

  private void enterSlowly() {
    int spins = 0;
    do {
      while (held != 0) {
        if (spins < SPINS) {
          spins++;
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
    } while (!HELD.compareAndSet(this, 0, 1));
  }

  /** Gives the guard back. */
  final void leave() {
    HELD.setRelease(this, 0);
  }

  /** Overflows the stack now, if a park or an unpark would. */
  static void needRoom() {
    needRoom(ROOM, 1, 2, 3, 4, 5, 6);
  }

  /** The numbers are there to take up room. */
  private static long needRoom(int frames, long a, long b, long c, long d, long e, long f) {
    return frames == 0 ? a ^ b ^ c ^ d ^ e ^ f : needRoom(frames - 1, b, c, d, e, f, a) + frames;
  }
}
