package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.World;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flag that others wait for: "it has happened".
 *
 * <p>An {@linkplain #automatic() automatic} one lets one waiter through for each {@link #signal()},
 * in the order of their coming, and is clear again by that; without a waiter it stays signalled for
 * the first that comes. Signalled twice without a waiter it is signalled once. A {@linkplain
 * #manual() manual} one lets everybody through, now and later, until it is {@linkplain #clear()
 * cleared}.
 *
 * <pre>{@code
 * Signal ready = Signal.automatic();
 * heddle.fiber(() -> { prepare(); ready.signal(); });
 * ready.await();
 * }</pre>
 *
 * <p>What was done before a {@code signal} is seen after the wait that it ends. Signalling without
 * a waiter, and waiting for what is signalled, costs a CAS or less and allocates nothing.
 */
public final class Signal extends GuardedWord {
  /*
   * Implementation. Word: CLEAR, SET, or WAITED: clear, and the queue is not empty. CLEAR and SET
   * change into each other by anybody's CAS; WAITED is entered and left under the guard only.
   *
   * A signal() of what is SET writes SET again, by a CAS. To read it would not do: who waits takes
   * SET away and then looks at the user's data, who signals has written data and then looks at the
   * word, and one of them has to see the other.
   *
   * dependents: any-ofs that this is a source of. anyOf() adds itself and then looks whether this
   * is SET; signal() writes the word and then looks at dependents. One of them sees the other.
   */
  static final long CLEAR = 0;
  static final long SET = 1;
  static final long WAITED = 2;

  private final boolean automatic;
  final WaitQueue queue = new WaitQueue();
  private volatile @Nullable Dependents dependents;

  private Signal(boolean automatic, boolean signalled) {
    this.automatic = automatic;
    word = signalled ? SET : CLEAR;
  }

  /** One that stays signalled until it is cleared. */
  public static Signal manual() {
    return manual(false);
  }

  /** One that stays signalled until it is cleared, and starts as told. */
  public static Signal manual(boolean signalled) {
    return new Signal(false, signalled);
  }

  /** One that each wait clears. */
  public static Signal automatic() {
    return automatic(false);
  }

  /** One that each wait clears, and that starts as told. */
  public static Signal automatic(boolean signalled) {
    return new Signal(true, signalled);
  }

  /**
   * A new automatic signal that is signalled if one of {@code sources} is now, and from then on by
   * each {@link #signal()} of one of them. It takes nothing away: the sources are as signalled, and
   * wake whom they wake, as they would without. To wait for one of several and take it, there is
   * {@link #awaitAny(List)}.
   *
   * <p>The sources do not keep it alive: once nobody else knows it, it is forgotten by them too.
   */
  public static Signal anyOf(Collection<Signal> sources) {
    Signal any = automatic();
    for (Signal source : sources) {
      source.addDependent(any);
      if (source.isSignalled()) {
        any.signal();
      }
    }
    return any;
  }

  /** As {@link #anyOf(Collection)}. */
  public static Signal anyOf(Signal... sources) {
    return anyOf(List.of(sources));
  }

  private void addDependent(Signal any) {
    Dependents fresh = new Dependents();
    enter();
    Dependents all = dependents;
    if (all == null) {
      all = fresh;
      dependents = fresh;
    }
    leave();
    all.add(any);
  }

  /**
   * How many any-ofs it knows, those included that nobody else does and that it has not noticed.
   */
  int dependentCount() {
    Dependents all = dependents;
    return all == null ? 0 : all.size();
  }

  /**
   * Signals. An automatic one lets the first who waits through, or else stays signalled; a manual
   * one lets all through and stays signalled.
   */
  public void signal() {
    World.point();
    if (dependents != null) {
      StackRoom.toHold();
    }
    while (true) {
      long now = word;
      if (now == WAITED ? grant() : replace(now, SET)) {
        break;
      }
    }
    Dependents all = dependents;
    if (all != null) {
      all.signal();
    }
  }

  /** False if nobody waits any more. */
  private boolean grant() {
    return automatic ? grantOne() : grantAll();
  }

  private boolean grantOne() {
    enter();
    if (word != WAITED) {
      leave();
      return false;
    }
    Place granted = queue.grantFirst();
    if (granted == null) {
      word = SET;
    } else if (queue.isEmpty()) {
      word = CLEAR;
    }
    leave();
    if (granted != null) {
      granted.waiter().wake();
    }
    return true;
  }

  private boolean grantAll() {
    Grants grants = new Grants();
    enter();
    boolean waited = word == WAITED;
    if (waited) {
      queue.grantAll(grants);
      word = SET;
    }
    leave();
    grants.wake();
    return waited;
  }

  /** Makes it clear. Who has been let through stays so. */
  public void clear() {
    World.point();
    replace(SET, CLEAR);
  }

  /** Whether a wait would return at once. A snapshot. */
  public boolean isSignalled() {
    World.point();
    return word == SET;
  }

  /**
   * Waits until it is signalled, and clears it if it is automatic.
   *
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; it has taken no
   *     signal
   */
  public void await() throws InterruptedException {
    World.point();
    awaitNanos(Long.MAX_VALUE);
  }

  /**
   * Waits until it is signalled, at most for {@code timeout}, and clears it if it is automatic.
   *
   * @return whether it was signalled in time; false: the time is up, and no signal was taken
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; it has taken no
   *     signal
   */
  public boolean await(Duration timeout) throws InterruptedException {
    World.point();
    return awaitNanos(Times.nanos(timeout));
  }

  private boolean awaitNanos(long nanos) throws InterruptedException {
    throwIfInterrupted();
    if (take()) {
      return true;
    }
    if (nanos <= 0) {
      return false;
    }
    StackRoom.toHold();
    Waiter waiter = new Waiter();
    return !queued(waiter) || await(waiter, nanos);
  }

  /** Takes it, if it is signalled. */
  boolean take() {
    while (word == SET) {
      if (!automatic || replace(SET, CLEAR)) {
        return true;
      }
    }
    return false;
  }

  /** False if it was taken instead. */
  private boolean queued(Waiter waiter) {
    enter();
    boolean taken;
    do {
      taken = take();
    } while (!taken && !announced());
    if (!taken) {
      queue.add(waiter);
    }
    leave();
    return !taken;
  }

  /** Under the guard: makes the word WAITED; false if it is signalled. */
  boolean announced() {
    return word == WAITED || replace(CLEAR, WAITED);
  }

  @Override
  void withdraw(Waiter waiter) {
    withdrawPlace(waiter);
  }

  void withdrawPlace(Place place) {
    enter();
    queue.remove(place);
    if (queue.isEmpty() && word == WAITED) {
      word = CLEAR;
    }
    leave();
  }

  /**
   * Waits until one of {@code signals} is signalled, and takes that one; the others stay as they
   * are. If several are, it is the first in the list; of those that come while it waits, the first
   * to come, each by turns with those who wait for it alone.
   *
   * @return the index of the one that was taken
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; it has taken
   *     none
   * @throws IllegalArgumentException if the list is empty: the wait would have no end
   */
  public static int awaitAny(List<Signal> signals) throws InterruptedException {
    if (signals.isEmpty()) {
      throw new IllegalArgumentException("no signal to wait for");
    }
    return new SignalChoice(signals).await(Long.MAX_VALUE);
  }

  /**
   * As {@link #awaitAny(List)}, at most for {@code timeout}.
   *
   * @return the index of the one that was taken; -1: the time is up, and none was
   */
  public static int awaitAny(List<Signal> signals, Duration timeout) throws InterruptedException {
    return new SignalChoice(signals).await(Times.nanos(timeout));
  }

  int waiting() {
    return queue.size();
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Signal (%s, %s, %d waiting)"
        .formatted(
            automatic ? "automatic" : "manual", isSignalled() ? "signalled" : "clear", waiting());
  }
}
