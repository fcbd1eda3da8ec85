package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Held;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.World;
import dev.heddle.task.Body;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock. Who waits for it suspends only itself, on either engine.
 *
 * <p>As {@link java.util.concurrent.locks.ReentrantLock}: it belongs to a thread, which can take it
 * again, and has to give it back as often. What was done by its holder is seen by the next.
 *
 * <p>By default who comes at the right moment gets it before those who wait, which makes it several
 * times as fast; but who has waited for a millisecond, or has come too late for some turns, is
 * next. A {@linkplain #fair() fair} one goes strictly by the order of coming. {@link #tryLock()}
 * never waits, and may overtake in both.
 *
 * <p>Taking and giving back cost a CAS each when nobody else wants it.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Mutex extends Guard implements Lock, Held {
  /*
   * Implementation. Taken by a CAS of holder from null; given back by a write of null, or by a write
   * of another thread under the guard (hand-over), whose waiter is claimed first.
   *
   * need says what a holder that leaves has to do. Written under the guard:
   *
   *   NONE       nothing: the queue is empty
   *   WAKE       wake the first in the queue, which then tries to take it
   *   NUDGED     nothing: the first has been woken, and has not tried yet
   *   HAND_OVER  give it to the first in the queue
   *
   * No wake-up is lost. Who waits (a) has need say other than NONE and NUDGED, or relies on a first
   * that will do so, (b) tries to take it, (c) parks. Who leaves (d) writes null to holder, (e)
   * reads need. All volatile; so either (b) sees the null of (d), or (e) sees what (a) wrote. A
   * first that has been nudged turns NUDGED into WAKE before it tries, which is (a), and so does who
   * gives up, on behalf of the next first. Who has barged in between leaves, too, and sees need.
   *
   * A waiter is woken without being given the lock, because the lock would lie idle until it runs.
   * Waking at every turn would be wasted, hence NUDGED. A first that has lost TURNS times or waited
   * for PATIENCE asks for HAND_OVER; the next after it starts with WAKE again.
   *
   * Nobody spins before it waits: it would keep taking the word out of the holder's cache. With 40
   * looks, 2 workers and 8 fibers a short section took 44-51 ns, without 37. But a first that was
   * nudged and comes too late looks again, with long pauses, before it lets itself be nudged anew
   * (linger): who keeps taking a lock for a moment is left alone for some microseconds, where each
   * nudge would bring the first back to another processor within one. 38 ns became 17 to 20. Meanwhile
   * need says NUDGED, as for any that has been woken and has not tried yet.
   *
   * holds: by the holder, how often beyond the first it has taken it.
   */
  private static final int NONE = 0;
  private static final int WAKE = 1;
  private static final int NUDGED = 2;
  private static final int HAND_OVER = 3;

  private static final int FIRST_PAUSE = 64;
  private static final int LAST_PAUSE = 512;
  private static final int TURNS = 16;
  private static final long PATIENCE = 1_000_000;

  private static final VarHandle HOLDER;

  static {
    try {
      HOLDER = MethodHandles.lookup().findVarHandle(Mutex.class, "holder", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final boolean fair;
  private final WaitQueue queue = new WaitQueue();
  private volatile @Nullable Thread holder;
  private volatile int need;
  private int holds;

  /** One that is fast. */
  public Mutex() {
    this(false);
  }

  private Mutex(boolean fair) {
    this.fair = fair;
  }

  /** One that goes strictly by the order of coming. Slower, if it is much wanted. */
  public static Mutex fair() {
    return new Mutex(true);
  }

  // ---- taking it

  /** Takes it; waits until that can be. Not interruptible: an interrupt stays pending. */
  @Override
  public void lock() {
    World.point();
    Thread me = Thread.currentThread();
    StackRoom.toHold();
    if (!takeAtOnce(me)) {
      acquire(Long.MAX_VALUE, false);
    }
  }

  /**
   * Takes it; waits until that can be.
   *
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; it does not
   *     hold it
   */
  @Override
  public void lockInterruptibly() throws InterruptedException {
    World.point();
    lockNanos(Long.MAX_VALUE);
  }

  /** Takes it if nobody else has it at this moment; false if not. Never waits. */
  @Override
  public boolean tryLock() {
    World.point();
    Thread me = Thread.currentThread();
    StackRoom.toHold();
    return HOLDER.compareAndSet(this, (Thread) null, me) || takeAgain(me);
  }

  /**
   * Takes it; waits for it at most for {@code timeout}.
   *
   * @return whether it was taken; false: the time is up
   * @throws InterruptedException if the caller is interrupted, before or meanwhile; it does not
   *     hold it
   */
  public boolean tryLock(Duration timeout) throws InterruptedException {
    World.point();
    return lockNanos(Times.nanos(timeout));
  }

  /** As {@link #tryLock(Duration)}. */
  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return lockNanos(unit.toNanos(time));
  }

  private boolean lockNanos(long nanos) throws InterruptedException {
    GuardedWord.throwIfInterrupted();
    Thread me = Thread.currentThread();
    StackRoom.toHold();
    if (takeAtOnce(me)) {
      return true;
    }
    if (nanos <= 0) {
      return false;
    }
    if (acquire(nanos, true)) {
      return true;
    }
    GuardedWord.throwIfInterrupted();
    return false;
  }

  private boolean takeAtOnce(Thread me) {
    return ((!fair || need == NONE) && HOLDER.compareAndSet(this, (Thread) null, me))
        || takeAgain(me);
  }

  private boolean takeAgain(Thread me) {
    if (holder != me) {
      return false;
    }
    if (holds == Integer.MAX_VALUE) {
      throw new IllegalStateException("taken too often by its holder: " + this);
    }
    holds++;
    return true;
  }

  private boolean acquire(long nanos, boolean interruptibly) {
    Waiter waiter = new Waiter();
    enqueue(waiter);
    return acquireQueued(waiter, nanos, interruptibly);
  }

  /** A holder, or the waiter itself: puts it at the end of the queue. */
  void enqueue(Waiter waiter) {
    enter();
    queue.add(waiter);
    if (need == NONE) {
      need = fair ? HAND_OVER : WAKE;
    }
    leave();
  }

  /** The waiter itself, queued: false if it has given up, and is not queued any more. */
  boolean acquireQueued(Waiter waiter, long nanos, boolean interruptibly) {
    boolean acquired = false;
    boolean interrupted = false;
    try {
      long start = Clock.nanos();
      for (int losses = 0;
          !(acquired =
              (losses > 0 && nanos == Long.MAX_VALUE && linger(waiter)) || tryQueued(waiter));
          losses++) {
        long waited = Clock.nanos() - start;
        interrupted |= Thread.interrupted(); // set, it would make park return
        if ((interrupted && interruptibly) || waited >= nanos) {
          acquired = !waiter.giveUp();
          break;
        }
        boolean asks = (losses >= TURNS || waited >= PATIENCE) && losses > 0;
        if (!(asks && askForHandOver(waiter))) {
          park(nanos == Long.MAX_VALUE ? nanos : nanos - waited);
        }
      }
    } catch (Throwable e) { // only a park without stack or memory
      acquired = !waiter.giveUp();
      if (!acquired) {
        throw e;
      }
    } finally {
      if (!acquired) {
        withdraw(waiter);
      } else if (waiter.granted() != null) {
        awaitGuard();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return acquired;
  }

  private void park(long nanos) {
    if (nanos == Long.MAX_VALUE) {
      Parking.park(this);
    } else {
      Parking.parkNanos(this, nanos);
    }
  }

  /**
   * The first, nudged: tries for up to some fifteen microseconds, the first time at once, as long
   * as its worker would find nothing to do, here or elsewhere.
   */
  private boolean linger(Waiter waiter) {
    int pause = FIRST_PAUSE;
    while (need == NUDGED && queue.first() == waiter && !waiter.thread.isInterrupted()) {
      if (holder == null && tryToTake(waiter)) {
        return true;
      }
      if (pause > LAST_PAUSE || !Parking.mayWaitAwake()) {
        return false;
      }
      Parking.spin(pause);
      pause *= 2;
    }
    return false;
  }

  /** The waiter itself, queued: whether it has the lock, and is not queued any more. */
  private boolean tryToTake(Waiter waiter) {
    if (!HOLDER.compareAndSet(this, (Thread) null, waiter.thread)) {
      return false;
    }
    enter();
    queue.remove(waiter);
    need = needOfRest();
    leave();
    return true;
  }

  /** The waiter itself: steps (a) and (b). */
  boolean tryQueued(Waiter waiter) {
    if (waiter.granted() != null) {
      return true;
    }
    if (need == NUDGED) {
      enter();
      if (need == NUDGED) {
        need = WAKE;
      }
      leave();
    }
    if (fair && queue.first() != waiter) { // a look without the guard: only the first need be sure
      return waiter.granted() != null;
    }
    return tryToTake(waiter) || waiter.granted() != null;
  }

  private int needOfRest() {
    if (queue.isEmpty()) {
      return NONE;
    }
    return fair ? HAND_OVER : WAKE;
  }

  /** The waiter itself: false if that was done before, or it is not the first. */
  private boolean askForHandOver(Waiter waiter) {
    enter();
    boolean asked = need != HAND_OVER && queue.first() == waiter;
    if (asked) {
      need = HAND_OVER;
    }
    leave();
    return asked;
  }

  /** The waiter itself, which has given up. A nudge that was meant for it goes to the next. */
  private void withdraw(Waiter waiter) {
    enter();
    queue.remove(waiter);
    need = needOfRest();
    leave();
    if (holder == null && need != NONE) {
      wakeFirst();
    }
  }

  // ---- giving it back

  /**
   * Gives it back, once.
   *
   * @throws IllegalMonitorStateException if the caller does not hold it
   */
  @Override
  public void unlock() {
    World.point();
    checkHeld("unlock()");
    if (holds > 0) {
      holds--;
    } else {
      release();
    }
  }

  /**
   * Without a look at the stack if nobody waits: who took it has made sure that there was enough,
   * and is seldom much deeper when it gives it back.
   */
  private void release() {
    if (need != NONE) {
      StackRoom.toRelease();
      if (need == HAND_OVER) {
        handOver();
        return;
      }
    }
    holder = null; // (d), before (e)
    int now = need;
    if (now == WAKE || now == HAND_OVER) {
      wakeFirst();
    }
  }

  /** The holder: makes the first who still waits the holder. */
  private void handOver() {
    enter();
    Place granted = queue.grantFirst();
    need = needOfRest();
    holder = granted == null ? null : granted.waiter().thread;
    leave();
    if (granted != null) {
      granted.waiter().wake();
    }
  }

  /** Anybody who has seen that the lock is free and somebody waits. */
  private void wakeFirst() {
    Thread nudged = null;
    enter();
    int now = need;
    Place first = queue.first();
    if (now == WAKE && holder == null && first != null) {
      need = NUDGED;
      nudged = first.waiter().thread;
    }
    leave();
    if (nudged != null) {
      Parking.unpark(nudged);
    } else if (now == HAND_OVER
        && HOLDER.compareAndSet(this, (Thread) null, Thread.currentThread())) {
      handOver();
    }
  }

  // ---- for conditions

  /** The holder: gives it back altogether, to take it back by {@link #holdAgain}. */
  int releaseAll() {
    int before = holds;
    holds = 0;
    release();
    return before;
  }

  /**
   * A waiter of a condition, queued: takes it again, whatever it takes. A virtual thread with a
   * deep stack may be unable to park, which shows by an error; it then tries again and again, and
   * holds on to its worker.
   */
  void holdAgain(Waiter queued, int before) {
    Waiter waiter = queued;
    while (!triedToHold(waiter)) {
      waiter = new Waiter();
      enqueue(waiter);
    }
    holds = before;
  }

  private boolean triedToHold(Waiter waiter) {
    try {
      return acquireQueued(waiter, Long.MAX_VALUE, false);
    } catch (StackOverflowError e) {
      return false;
    }
  }

  void checkHeld(String what) {
    Thread now = holder;
    if (now != Thread.currentThread()) {
      throw new IllegalMonitorStateException(
          "%s by %s, which does not hold the mutex; %s"
              .formatted(
                  what,
                  Thread.currentThread().getName(),
                  now == null ? "nobody does" : "its holder is " + now.getName()));
    }
  }

  /** A condition to wait for with this mutex held. */
  @Override
  public Condition newCondition() {
    return new Condition(this);
  }

  // ---- convenience

  /** Runs {@code body} while holding this, and gives its result or what it throws. */
  public <T extends @Nullable Object> T withLock(Callable<T> body) throws Exception {
    lock();
    try {
      return body.call();
    } finally {
      unlock();
    }
  }

  /** As {@link #withLock(Callable)}, without a result. */
  public void withLock(Body body) throws Exception {
    lock();
    try {
      body.run();
    } finally {
      unlock();
    }
  }

  /** Whether somebody holds it. A snapshot. */
  public boolean isLocked() {
    return holder != null;
  }

  /** Whether the caller holds it. */
  public boolean isHeldByCurrentThread() {
    return holder == Thread.currentThread();
  }

  /** Who holds it; null if nobody does. A snapshot. */
  @Override
  public @Nullable Thread holder() {
    return holder;
  }

  /** Whether it is free, and the first has been woken to take it and has not tried yet. */
  boolean hasNudged() {
    return need == NUDGED && holder == null;
  }

  int waiting() {
    return queue.size();
  }

  /** For messages. */
  @Override
  public String toString() {
    Thread now = holder;
    return "%s (%s, %d waiting)"
        .formatted(
            fair ? "fair Mutex" : "Mutex",
            now == null ? "free" : "held by " + now.getName(),
            waiting());
  }
}
