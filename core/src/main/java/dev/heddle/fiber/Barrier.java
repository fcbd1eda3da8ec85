package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.World;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A place where a number of parties wait for each other, round after round. As {@link
 * java.util.concurrent.CyclicBarrier}, but who waits suspends only itself, on either engine.
 *
 * <p>The last party to come runs the action, if there is one, while the others still wait; then all
 * go on, and the next round begins. What each did before it came, and what the action did, is seen
 * by all afterwards.
 *
 * <p>All or none: a party that is interrupted or whose time is up breaks the barrier, and so does
 * an action that throws. The others then get a {@link BrokenBarrierException}, and so does
 * everybody who comes, until a {@link #reset}. A round that is complete cannot be broken any more
 * but by its action: an interrupt that comes later stays pending.
 *
 * <p>It is meant for as many threads as there are parties. If more use it, the next round can begin
 * while an action still runs, and its own action run beside it.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Barrier extends Guard {
  /*
   * Implementation. Each round is an object, and a waiter knows its own. The round's fields are
   * guarded; state is read without the guard by waiters that were granted, after it was written.
   *
   *   FILLING  parties come
   *   ACTING   all have come, the last runs the action; not current any more
   *   PASSED   all go on
   *   BROKEN   nobody goes on; stays current until a reset
   *
   * Waiters are granted at PASSED and BROKEN. A waiter that gives up while its round is ACTING
   * queues again, and waits for the action's end whatever happens.
   */
  private enum State {
    FILLING,
    ACTING,
    PASSED,
    BROKEN
  }

  private static final class Round {
    final WaitQueue queue = new WaitQueue();
    int missing;
    volatile State state = State.FILLING;
    @Nullable Round next;

    Round(int parties) {
      missing = parties;
    }
  }

  private final int parties;
  private final @Nullable Runnable action;
  private volatile Round current;

  /**
   * One for {@code parties} parties.
   *
   * @throws IllegalArgumentException if there is less than one
   */
  public Barrier(int parties) {
    this(parties, null);
  }

  /**
   * One for {@code parties} parties, whose last runs {@code action} in each round.
   *
   * @throws IllegalArgumentException if there is less than one
   */
  public Barrier(int parties, @Nullable Runnable action) {
    if (parties < 1) {
      throw new IllegalArgumentException("a barrier for " + parties + " parties; at least 1");
    }
    this.parties = parties;
    this.action = action;
    current = new Round(parties);
  }

  /**
   * Comes, and waits until all have come.
   *
   * @return how many came later: {@code parties - 1} is the first to come, 0 the last
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; the barrier is
   *     broken by that
   * @throws BrokenBarrierException if the barrier is broken, or gets broken or reset meanwhile
   */
  public int await() throws InterruptedException, BrokenBarrierException {
    World.point();
    try {
      return arrive(Long.MAX_VALUE);
    } catch (TimeoutException e) {
      throw new AssertionError("a wait without end ended", e);
    }
  }

  /**
   * Comes, and waits until all have come, at most for {@code timeout}.
   *
   * @return how many came later: {@code parties - 1} is the first to come, 0 the last
   * @throws TimeoutException if the time is up; the barrier is broken by that
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; the barrier is
   *     broken by that
   * @throws BrokenBarrierException if the barrier is broken, or gets broken or reset meanwhile
   */
  public int await(Duration timeout)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    return arrive(Times.nanos(timeout));
  }

  private int arrive(long nanos)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    StackRoom.toHold();
    Round fresh = new Round(parties);
    Waiter waiter = new Waiter();
    Grants grants = new Grants();
    boolean interrupted = Thread.interrupted();
    enter();
    Round round = current;
    int index = -1;
    if (round.state == State.FILLING) {
      if (interrupted) {
        breakRound(round, grants);
      } else {
        index = --round.missing;
        if (index == 0) {
          complete(round, fresh, grants);
        } else {
          round.queue.add(waiter);
        }
      }
    }
    leave();
    grants.wake();
    if (interrupted) {
      throw new InterruptedException();
    }
    if (index < 0) {
      throw broken();
    }
    if (index == 0) {
      act(round);
    } else if (!awaitGrant(waiter, nanos)) {
      endWithoutGrant(round, waiter);
    }
    if (round.state == State.BROKEN) {
      throw broken();
    }
    return index;
  }

  /** Under the guard: all have come. */
  private void complete(Round round, Round next, Grants grants) {
    round.next = next;
    current = next;
    if (action == null) {
      round.state = State.PASSED;
      round.queue.grantAll(grants);
    } else {
      round.state = State.ACTING;
    }
  }

  /** The last of a round, outside of the guard. */
  private void act(Round round) {
    if (action == null) {
      return;
    }
    boolean passed = false;
    try {
      action.run();
      passed = true;
    } finally {
      Grants grants = new Grants();
      enter();
      round.state = passed ? State.PASSED : State.BROKEN;
      round.queue.grantAll(grants);
      Round next = current;
      if (!passed && next == round.next) { // else it has gone on, or was reset meanwhile
        breakRound(next, grants);
      }
      leave();
      grants.wake();
    }
  }

  /** Under the guard. */
  private static void breakRound(Round round, Grants grants) {
    round.state = State.BROKEN;
    round.queue.grantAll(grants);
  }

  private boolean awaitGrant(Waiter waiter, long nanos) {
    try {
      return waiter.await(this, nanos, true);
    } catch (Throwable e) { // only a park without stack or memory: it has given up
      return false;
    }
  }

  /** A waiter that has given up: breaks its round, unless that has its outcome or is about to. */
  private void endWithoutGrant(Round round, Waiter waiter)
      throws InterruptedException, TimeoutException {
    Waiter again = new Waiter();
    Grants grants = new Grants();
    enter();
    round.queue.remove(waiter);
    State state = round.state;
    if (state == State.FILLING) {
      breakRound(round, grants);
    } else if (state == State.ACTING) {
      round.queue.add(again);
    }
    leave();
    grants.wake();
    if (state == State.ACTING) {
      again.await(this, Long.MAX_VALUE, false);
    } else if (state == State.FILLING) {
      GuardedWord.throwIfInterrupted();
      throw new TimeoutException("not all came in time: " + this);
    }
  }

  private BrokenBarrierException broken() {
    return new BrokenBarrierException("broken by a party, its action or a reset: " + this);
  }

  /**
   * Begins anew: who waits gets a {@link BrokenBarrierException}, and the barrier is not broken any
   * more.
   */
  public void reset() {
    World.point();
    Round fresh = new Round(parties);
    Grants grants = new Grants();
    enter();
    Round before = current;
    if (before.missing < parties || before.state == State.BROKEN) {
      breakRound(before, grants);
    }
    current = fresh;
    leave();
    grants.wake();
  }

  /** Whether it is broken, so that nobody can wait until a {@link #reset}. */
  public boolean isBroken() {
    return current.state == State.BROKEN;
  }

  /** How many have to come. */
  public int parties() {
    return parties;
  }

  /** How many wait for the others. A snapshot. */
  public int waiting() {
    return current.queue.size();
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Barrier (%d of %d waiting%s)"
        .formatted(waiting(), parties, isBroken() ? ", broken" : "");
  }
}
