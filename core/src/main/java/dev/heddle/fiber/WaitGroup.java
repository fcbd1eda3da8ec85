package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.World;
import java.time.Duration;

/**
 * Counts work that is under way, and lets others wait until none is.
 *
 * <pre>{@code
 * WaitGroup group = new WaitGroup();
 * for (Page page : pages) {
 *   group.add(1);
 *   heddle.fiber(() -> {
 *     try {
 *       print(page);
 *     } finally {
 *       group.done();
 *     }
 *   });
 * }
 * group.await();
 * }</pre>
 *
 * <p>Call {@link #add} before the work is given away, not in it: a wait that begins while the count
 * is 0 returns at once. It can be used again and again; who waits when the count reaches 0 goes on,
 * even if it is raised again at once.
 *
 * <p>What was done before a {@link #done} is seen after the {@link #await} that it ends. Counting
 * costs a CAS; the {@code done} that reaches 0 also wakes all who wait.
 */
public final class WaitGroup extends GuardedWord {
  /*
   * Implementation. Word: bit 0 WAITED, the queue is not empty; the rest is the count. Unlike in
   * other primitives the count changes by a CAS while WAITED is set, too, but for the last step to
   * 0: that is made under the guard, together with the grants and WAITED, so that it does not wake
   * those who have come for the next use. WAITED implies a count above 0.
   */
  private static final long WAITED = 1;
  private static final long ONE = 2;

  private final WaitQueue queue = new WaitQueue();

  /** One that counts nothing yet. */
  public WaitGroup() {}

  /** One that starts with {@code count}. */
  public WaitGroup(int count) {
    add(count);
  }

  /**
   * Raises the count by {@code more}.
   *
   * @throws IllegalArgumentException if {@code more} is negative
   * @throws IllegalStateException if the count would exceed {@link Integer#MAX_VALUE}; it stays as
   *     it is
   */
  public void add(int more) {
    World.point();
    if (more < 0) {
      throw new IllegalArgumentException(
          "add(" + more + "): lower the count by done(), once for each piece of work");
    }
    long now;
    do {
      now = word;
      if (now / ONE + more > Integer.MAX_VALUE) {
        throw new IllegalStateException(
            "add(" + more + ") would raise the count beyond " + Integer.MAX_VALUE + ": " + this);
      }
    } while (!replace(now, now + more * ONE));
  }

  /**
   * Lowers the count by one; at 0, all who wait go on.
   *
   * @throws IllegalStateException if the count is 0: there were more calls of this than were added.
   *     It stays 0
   */
  public void done() {
    World.point();
    while (true) {
      long now = word;
      if (now / ONE == 0) {
        throw new IllegalStateException(
            "done() more often than was added: call add(n) before the work is given away; " + this);
      }
      if (now == (ONE | WAITED)) {
        if (finish()) {
          return;
        }
      } else if (replace(now, now - ONE)) {
        return;
      }
    }
  }

  private boolean finish() {
    Grants grants = new Grants();
    enter();
    boolean finished = replace(ONE | WAITED, 0);
    if (finished) {
      queue.grantAll(grants);
    }
    leave();
    grants.wake();
    return finished;
  }

  /**
   * Waits until the count is 0.
   *
   * @throws InterruptedException if the caller is interrupted, before or meanwhile
   */
  public void await() throws InterruptedException {
    World.point();
    awaitNanos(Long.MAX_VALUE);
  }

  /**
   * Waits until the count is 0, at most for {@code timeout}.
   *
   * @return whether it was 0; false: the time is up
   * @throws InterruptedException if the caller is interrupted, before or meanwhile
   */
  public boolean await(Duration timeout) throws InterruptedException {
    World.point();
    return awaitNanos(Times.nanos(timeout));
  }

  private boolean awaitNanos(long nanos) throws InterruptedException {
    throwIfInterrupted();
    if (word == 0) {
      return true;
    }
    if (nanos <= 0) {
      return false;
    }
    StackRoom.toHold();
    Waiter waiter = new Waiter();
    return !queued(waiter) || await(waiter, nanos);
  }

  /** False if there is nothing to wait for. */
  private boolean queued(Waiter waiter) {
    enter();
    long now;
    do {
      now = word;
    } while (now != 0 && !replace(now, now | WAITED));
    if (now != 0) {
      queue.add(waiter);
    }
    leave();
    return now != 0;
  }

  @Override
  void withdraw(Waiter waiter) {
    enter();
    queue.remove(waiter);
    if (queue.isEmpty()) {
      long now;
      do {
        now = word;
      } while (!replace(now, now & ~WAITED));
    }
    leave();
  }

  /** How much is under way. A snapshot. */
  public int count() {
    return (int) (word / ONE);
  }

  int waiting() {
    return queue.size();
  }

  /** For messages. */
  @Override
  public String toString() {
    return "WaitGroup (" + count() + " under way, " + waiting() + " waiting)";
  }
}
