package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for a few instructions, the base of each primitive: what is written under it is seen by
 * the next who enters. Not reentrant. Under it nothing may park, yield, allocate, call user code or
 * take another guard but by {@link #tryEnter}.
 *
 * <p>A spin lock, because it is held for nanoseconds and taken where a monitor would cost more than
 * what it protects. Its holder can lose its processor all the same, so who waits spins for a moment
 * and then yields: a fiber its worker, a thread its processor.
 *
 * <p>{@link #enter} makes sure first that there is stack left for what is done under the guard, and
 * to wake somebody afterwards ({@link StackRoom#toRelease}). So a {@link StackOverflowError} comes
 * before anything is changed, and not in the middle. What takes something that has to be given back
 * asks for more, {@link StackRoom#toHold}, before it begins.
 */
abstract class Guard {
  private static final int FIRST_PAUSE = 4;
  private static final int LAST_PAUSE = 64;

  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(Guard.class, "held", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through HELD
  private volatile int held;

  /** Takes the guard. */
  final void enter() {
    StackRoom.toRelease();
    if (!HELD.compareAndSet(this, 0, 1)) {
      enterSlowly();
    }
  }

  /**
   * Takes the guard, unless somebody has it for more than a moment. For who holds another one: that
   * must not yield, because a fiber that does needs a worker to go on, and whoever could be its
   * worker may be waiting for the guard that it holds.
   */
  final boolean tryEnter() {
    for (int pause = FIRST_PAUSE; held != 0 || !HELD.compareAndSet(this, 0, 1); pause *= 2) {
      if (pause > LAST_PAUSE) {
        return false;
      }
      Parking.spin(pause);
    }
    return true;
  }

  /**
   * Waits longer each time, so that who has the guard in its cache can come back for more: under
   * contention the lines that are written under it are what costs.
   */
  private void enterSlowly() {
    int spun = 0;
    do {
      int more = Parking.stayAway(spun);
      spun += more;
      if (more == 0) {
        yieldOnce();
      }
    } while (held != 0 || !HELD.compareAndSet(this, 0, 1));
  }

  /** A virtual thread with a deep stack may be unable to yield, and then just goes on. */
  static void yieldOnce() {
    try {
      Thread.yield();
    } catch (StackOverflowError e) {
      Thread.onSpinWait();
    }
  }

  /** Gives the guard back. */
  final void leave() {
    HELD.setRelease(this, 0);
  }

  /**
   * A waiter that was granted: waits until who granted has left the guard, if it relies on what was
   * written there after the claim. It may have seen the claim without having been woken.
   */
  final void awaitGuard() {
    enter();
    leave();
  }
}
