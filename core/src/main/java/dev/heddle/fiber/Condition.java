package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.World;
import java.time.Duration;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waiting for something that is guarded by a {@link Mutex}; made by {@link Mutex#newCondition()}.
 *
 * <pre>{@code
 * mutex.lock();
 * try {
 *   notEmpty.await(() -> !queue.isEmpty());
 *   return queue.removeFirst();
 * } finally {
 *   mutex.unlock();
 * }
 * }</pre>
 *
 * <p>All methods want the mutex held by the caller, and throw an {@link
 * IllegalMonitorStateException} if it is not. A wait gives the mutex back, however often it was
 * taken, and returns or throws with it held again, as often.
 *
 * <p>A {@link #signal} ends one wait, the oldest; two of them end two. There are no waits that end
 * for no reason; but what was signalled may be untrue again when the waiter has the mutex, because
 * others had it before: use the forms with a predicate, or a loop. A wait that was signalled before
 * its time was up, or before an interrupt, counts as signalled.
 *
 * <p>Who is signalled does not run at once only to wait for the mutex: it is put into the mutex's
 * queue. So signalling is cheap, and the right moment for it is any while holding the mutex.
 */
public final class Condition implements java.util.concurrent.locks.Condition {
  /*
   * Implementation. The queue is guarded by the mutex itself: who has given up takes its place out
   * when it has the mutex again. A wait has two waiters: one for the signal, here, and in its item
   * one for the mutex, which the signaller queues there. What wakes the thread is the mutex.
   */
  private final Mutex mutex;
  private final WaitQueue queue = new WaitQueue();

  Condition(Mutex mutex) {
    this.mutex = mutex;
  }

  // ---- waiting

  /**
   * Waits until it is signalled.
   *
   * @throws InterruptedException if the caller is interrupted, before or meanwhile
   */
  @Override
  public void await() throws InterruptedException {
    signalled(Long.MAX_VALUE);
  }

  /**
   * Waits until it is signalled, at most for {@code timeout}.
   *
   * @return whether it was signalled in time; false: the time is up
   * @throws InterruptedException if the caller is interrupted, before or meanwhile
   */
  public boolean await(Duration timeout) throws InterruptedException {
    return signalled(Times.nanos(timeout));
  }

  /** As {@link #await(Duration)}. */
  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    return signalled(unit.toNanos(time));
  }

  /**
   * Waits until {@code predicate} holds: asks it now, and after each signal.
   *
   * @throws InterruptedException if the caller is interrupted, before a wait or meanwhile
   */
  public void await(BooleanSupplier predicate) throws InterruptedException {
    mutex.checkHeld("await()");
    while (!predicate.getAsBoolean()) {
      signalled(Long.MAX_VALUE);
    }
  }

  /**
   * Waits until {@code predicate} holds, at most for {@code timeout}: asks it now, after each
   * signal, and a last time when the time is up.
   *
   * @return whether it held
   * @throws InterruptedException if the caller is interrupted, before a wait or meanwhile
   */
  public boolean await(Duration timeout, BooleanSupplier predicate) throws InterruptedException {
    mutex.checkHeld("await()");
    long nanos = Times.nanos(timeout);
    long start = Clock.nanos();
    while (!predicate.getAsBoolean()) {
      long left = nanos == Long.MAX_VALUE ? nanos : nanos - (Clock.nanos() - start);
      if (!signalled(left)) {
        return predicate.getAsBoolean();
      }
    }
    return true;
  }

  /** Waits until it is signalled. An interrupt stays pending. */
  @Override
  public void awaitUninterruptibly() {
    mutex.checkHeld("await()");
    suspended(Long.MAX_VALUE, false);
  }

  /**
   * As {@link #await(Duration)}.
   *
   * @return about how much of {@code nanos} is left; 0 or less: the time is up. If it was signalled
   *     in time, at least 1
   */
  @Override
  public long awaitNanos(long nanos) throws InterruptedException {
    long start = Clock.nanos();
    boolean came = signalled(nanos);
    long left = nanos - (Clock.nanos() - start);
    return came ? Math.max(1, left) : Math.min(0, left);
  }

  /** As {@link #await(Duration)}, until {@code deadline}. */
  @Override
  @SuppressWarnings("JavaUtilDate") // as java.util.concurrent.locks.Condition wants it
  public boolean awaitUntil(Date deadline) throws InterruptedException {
    long millis = deadline.getTime() - Clock.instant().toEpochMilli();
    return signalled(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private boolean signalled(long nanos) throws InterruptedException {
    mutex.checkHeld("await()");
    GuardedWord.throwIfInterrupted();
    if (nanos <= 0) {
      return false;
    }
    boolean signalled = suspended(nanos, true);
    if (!signalled) {
      GuardedWord.throwIfInterrupted();
    }
    return signalled;
  }

  private boolean suspended(long nanos, boolean interruptibly) {
    StackRoom.toHold();
    Waiter waiter = new Waiter();
    Waiter forMutex = new Waiter();
    waiter.item = forMutex;
    queue.add(waiter);
    int holds = mutex.releaseAll();
    boolean signalled = false;
    try {
      signalled = waiter.await(this, nanos, interruptibly);
    } finally {
      if (!signalled) {
        mutex.enqueue(forMutex);
      }
      mutex.holdAgain(forMutex, holds);
      queue.remove(waiter);
    }
    return signalled;
  }

  // ---- signalling

  /** Ends the oldest wait. Without one, nothing happens, and nothing is kept for later. */
  @Override
  public void signal() {
    World.point();
    mutex.checkHeld("signal()");
    StackRoom.toHold();
    signalFirst();
  }

  /** Ends all waits. */
  @Override
  public void signalAll() {
    World.point();
    mutex.checkHeld("signalAll()");
    StackRoom.toHold();
    while (signalFirst()) {}
  }

  private boolean signalFirst() {
    Place signalled = queue.grantFirst();
    if (signalled != null && signalled.item instanceof Waiter forMutex) {
      mutex.enqueue(forMutex);
    }
    return signalled != null;
  }

  int waiting() {
    return queue.size();
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Condition (" + waiting() + " waiting) of " + mutex;
  }
}
