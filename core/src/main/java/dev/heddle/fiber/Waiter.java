package dev.heddle.fiber;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One wait of the thread or fiber that made it.
 *
 * <p>{@code outcome} is null while it waits, and is set once, by a CAS: to the place that was
 * granted, by who grants; or to {@link #GIVEN_UP}, by the waiter. So each wait has one outcome, and
 * a grant that came first counts, whatever the clock says when the waiter runs again.
 *
 * <p>Who grants claims <i>before</i> it changes anything that would have to be taken back if the
 * waiter had given up, and {@linkplain #wake wakes} the waiter after it has left the guard.
 */
final class Waiter extends Place {
  private static final Object GIVEN_UP = new Object();
  private static final VarHandle OUTCOME;

  static {
    try {
      OUTCOME = MethodHandles.lookup().findVarHandle(Waiter.class, "outcome", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Thread thread = Thread.currentThread();
  private volatile @Nullable Object outcome;

  /** Whoever grants: makes {@code place} what this waiter gets; false if it has an outcome. */
  boolean claim(Place place) {
    return OUTCOME.compareAndSet(this, null, place);
  }

  /** The waiter itself: ends the wait without a grant; false if one came first. */
  boolean giveUp() {
    return OUTCOME.compareAndSet(this, null, GIVEN_UP);
  }

  /** Whoever granted, outside of any guard: lets the waiter go on. */
  void wake() {
    Parking.unpark(thread);
  }

  /** The place that was granted; null if none was, or not yet. */
  @Nullable Place granted() {
    return outcome instanceof Place place ? place : null;
  }

  /**
   * The waiter itself, queued and outside of any guard: waits for a grant.
   *
   * @param blocker what it waits for, for who looks in; its {@code toString} is shown
   * @param nanos how long at most; {@link Long#MAX_VALUE}: without end; 0 or less: not at all
   * @param interruptibly whether an interrupt ends the wait; if not, it stays pending
   * @return whether it was granted. If not, it has given up: take its places out of their queues,
   *     and then, if {@code interruptibly}, throw if {@link Thread#interrupted()}, else the time is
   *     up. The same if it throws, which only a park does that lacks stack or memory (a virtual
   *     thread with a deep stack may be unable to park): unless it was granted first, which counts
   */
  boolean await(Object blocker, long nanos, boolean interruptibly) {
    long start = nanos == Long.MAX_VALUE ? 0 : Clock.nanos();
    boolean interrupted = false;
    try {
      while (outcome == null) {
        interrupted |= Thread.interrupted(); // set, it would make park return
        if (interruptibly && interrupted) {
          giveUp();
          break;
        }
        long left = nanos == Long.MAX_VALUE ? nanos : nanos - (Clock.nanos() - start);
        if (left <= 0) {
          giveUp();
          break;
        }
        if (left == Long.MAX_VALUE) {
          Parking.park(blocker);
        } else {
          Parking.parkNanos(blocker, left);
        }
      }
      return outcome != GIVEN_UP;
    } catch (Throwable e) {
      if (giveUp()) {
        throw e;
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
