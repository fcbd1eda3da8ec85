package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.World;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A number of permits, taken and given back. Who wants more than there are waits.
 *
 * <p>Strictly first come, first served: nobody overtakes who waits, not even for fewer permits, so
 * a large request gets its turn. A request for more than will ever be there waits, and all behind
 * it do. A permit belongs to nobody: any thread may give it back.
 *
 * <p>What was done before a {@link #release} is seen after the {@link #acquire} that gets its
 * permit. Without waiting each costs a CAS.
 */
public final class Semaphore extends GuardedWord {
  /*
   * Implementation. Word: bit 0 WAITED, the queue is not empty; the rest is the permits. While
   * WAITED is set, permits change under the guard only. A waiter's place keeps in item how many it
   * wants. Invariant outside of the guard: if WAITED, the first in the queue wants more than there
   * are, or has given up and is about to withdraw.
   */
  private static final long WAITED = 1;
  private static final long ONE = 2;

  private final WaitQueue queue = new WaitQueue();

  /**
   * One with {@code permits} permits.
   *
   * @throws IllegalArgumentException if {@code permits} is negative
   */
  public Semaphore(int permits) {
    word = checked(permits) * ONE;
  }

  private static long checked(int permits) {
    if (permits < 0) {
      throw new IllegalArgumentException("a negative number of permits: " + permits);
    }
    return permits;
  }

  /**
   * Takes a permit; waits until there is one.
   *
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; it got none
   */
  public void acquire() throws InterruptedException {
    World.point();
    acquire(1);
  }

  /**
   * Takes {@code permits} permits, all at once; waits until there are so many.
   *
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; it got none
   * @throws IllegalArgumentException if {@code permits} is negative
   */
  public void acquire(int permits) throws InterruptedException {
    World.point();
    acquireNanos(permits, Long.MAX_VALUE);
  }

  /** Takes a permit if there is one and nobody waits; false if not. */
  public boolean tryAcquire() {
    World.point();
    return tryAcquire(1);
  }

  /**
   * Takes {@code permits} permits if there are so many and nobody waits; false if not.
   *
   * @throws IllegalArgumentException if {@code permits} is negative
   */
  public boolean tryAcquire(int permits) {
    World.point();
    checked(permits);
    StackRoom.toHold();
    return takeAtOnce(permits);
  }

  /** As {@link #tryAcquire(int, Duration)}, for one permit. */
  public boolean tryAcquire(Duration timeout) throws InterruptedException {
    World.point();
    return tryAcquire(1, timeout);
  }

  /**
   * Takes {@code permits} permits; waits for them at most for {@code timeout}.
   *
   * @return whether it got them; false: the time is up, and it got none
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; it got none
   * @throws IllegalArgumentException if {@code permits} is negative
   */
  public boolean tryAcquire(int permits, Duration timeout) throws InterruptedException {
    World.point();
    return acquireNanos(permits, Times.nanos(timeout));
  }

  private boolean acquireNanos(int permits, long nanos) throws InterruptedException {
    checked(permits);
    throwIfInterrupted();
    StackRoom.toHold();
    if (takeAtOnce(permits)) {
      return true;
    }
    if (nanos <= 0) {
      return false;
    }
    Waiter waiter = new Waiter();
    waiter.item = permits;
    return !queued(waiter, permits) || await(waiter, nanos);
  }

  private boolean takeAtOnce(int permits) {
    while (true) {
      long now = word;
      if ((now & WAITED) != 0 || now / ONE < permits) {
        return false;
      }
      if (replace(now, now - permits * ONE)) {
        return true;
      }
    }
  }

  /** False if it got its permits without. */
  private boolean queued(Waiter waiter, int permits) {
    enter();
    boolean taken;
    do {
      taken = takeAtOnce(permits);
    } while (!taken && !announced(permits));
    if (!taken) {
      queue.add(waiter);
    }
    leave();
    return !taken;
  }

  /** Under the guard: sets WAITED, unless the permits have come meanwhile. */
  private boolean announced(int permits) {
    long now = word;
    return (now & WAITED) != 0 || (now / ONE < permits && replace(now, now | WAITED));
  }

  /**
   * Gives a permit back, or adds one.
   *
   * @throws IllegalStateException if there would be more than {@link Integer#MAX_VALUE}
   */
  public void release() {
    World.point();
    release(1);
  }

  /**
   * Gives {@code permits} permits back, or adds them.
   *
   * @throws IllegalArgumentException if {@code permits} is negative
   * @throws IllegalStateException if there would be more than {@link Integer#MAX_VALUE}; nothing is
   *     given back
   */
  public void release(int permits) {
    World.point();
    checked(permits);
    while (true) {
      long now = word;
      if (now / ONE + permits > Integer.MAX_VALUE) {
        throw new IllegalStateException(
            "release(" + permits + ") would make more than " + Integer.MAX_VALUE + ": " + this);
      }
      if ((now & WAITED) != 0) {
        settle(permits, null);
        return;
      }
      if (replace(now, now + permits * ONE)) {
        return;
      }
    }
  }

  /** Adds permits, takes out who has given up, and grants to all whose turn has come. */
  private void settle(int more, @Nullable Waiter leaving) {
    Grants grants = new Grants();
    enter();
    if (leaving != null) {
      queue.remove(leaving);
    }
    long now;
    do {
      now = word; // stable if WAITED is set; else somebody may take or add meanwhile
    } while (!replace(now, (now + more * ONE) | WAITED));
    long left = (now / ONE) + more;
    Place first;
    while ((first = queue.first()) != null && wanted(first) <= left) {
      queue.remove(first);
      if (first.waiter().claim(first)) {
        left -= wanted(first);
        grants.add(first);
      }
    }
    word = left * ONE + (queue.isEmpty() ? 0 : WAITED);
    leave();
    grants.wake();
  }

  private static int wanted(Place place) {
    return place.item instanceof Integer permits ? permits : 0;
  }

  @Override
  void withdraw(Waiter waiter) {
    settle(0, waiter);
  }

  /** Takes all permits that there are, without waiting, and tells how many that were. */
  public int drain() {
    World.point();
    StackRoom.toHold();
    while (true) {
      long now = word;
      if ((now & WAITED) != 0) {
        enter();
        now = word;
        boolean waited = (now & WAITED) != 0;
        if (waited) {
          word = WAITED;
        }
        leave();
        if (waited) {
          return (int) (now / ONE);
        }
      } else if (replace(now, 0)) {
        return (int) (now / ONE);
      }
    }
  }

  /** How many permits there are. A snapshot. */
  public int available() {
    World.point();
    return (int) (word / ONE);
  }

  int waiting() {
    return queue.size();
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Semaphore (" + available() + " available, " + waiting() + " waiting)";
  }
}
