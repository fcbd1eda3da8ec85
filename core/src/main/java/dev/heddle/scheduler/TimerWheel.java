package dev.heddle.scheduler;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one worker: a hierarchical timing wheel. Adding and cancelling take constant time
 * whatever the number of timers; one that is due far ahead is moved on at most {@link #LEVELS}
 * times.
 *
 * <p>Time is counted in ticks of {@code 2^14} ns, 16 µs, since the wheel was made. Each level has
 * 64 slots; a slot of level {@code l} spans {@code 64^l} ticks. A timer stands in the level of the
 * highest group of six bits in which its tick differs from {@code elapsed}, the tick up to which
 * everything has been done. When {@code elapsed} comes to a slot of a higher level, its timers are
 * spread over the levels below. So the first used slot of the lowest used level is the next to do;
 * a bit mask for each level finds it. It need not be done when {@code elapsed} comes to it, but
 * when the earliest of its timers is due, so nobody is woken only to spread a slot. Nine levels
 * reach as far as the clock, 292 years.
 *
 * <p>A slot's timers are linked in the order of their coming; the first one's {@code previous} is
 * the last one. A timer never fires early: ticks are rounded up. Timers of one tick fire in the
 * order in which they were added, unless one of them was moved between levels, or a {@link World}
 * wants it otherwise.
 *
 * <p><b>Who may call.</b> Anybody: everything is done under its lock, for nanoseconds (or, if
 * thousands of timers are due at once, for as long as their unlinking takes). It is nearly always
 * taken by the worker's own thread. Its holder can lose its processor, so who waits spins for a
 * moment and then yields. {@code nextDue} can be read without it: it is never later than the first
 * timer, except while somebody is just adding that.
 *
 * <p>Refused: a heap (logarithmic, with cache misses at each level), and the JDK's scheduled
 * executor (an object with its future for each wait, and expiries that come in as from a thread
 * outside).
 */
final class TimerWheel extends SpinLock {
  static final long NEVER = Long.MAX_VALUE;

  private static final int TICK_BITS = 14;
  private static final int LEVEL_BITS = 6;
  private static final int SLOTS = 1 << LEVEL_BITS;
  private static final int LEVELS = 9;
  private static final int NOWHERE = -1;
  private static final long LAST_TICK = NEVER >>> TICK_BITS;

  private final long origin;
  private final @Nullable Timer[] slots = new Timer[LEVELS * SLOTS];

  /** For each slot that is used, the first tick at which one of its timers is due, or earlier. */
  private final long[] earliest = new long[LEVELS * SLOTS];

  private final long[] used = new long[LEVELS];
  private long elapsed;
  private int size;

  /** When the first timer may be due, in nanoseconds since the origin; {@link #NEVER}: none. */
  private volatile long nextDue = NEVER;

  /**
   * @param now by {@link Clock#nanos()}
   */
  TimerWheel(long now) {
    origin = now;
  }

  // ---- adding and taking back

  /**
   * Adds {@code timer}, which was in no wheel before, to fire at {@code deadline}.
   *
   * @return whether it is the next to fire now
   */
  boolean add(Timer timer, long deadline) {
    long since = Math.max(0, deadline - origin);
    timer.set(Math.min(LAST_TICK, (since + (1L << TICK_BITS) - 1) >>> TICK_BITS), NOWHERE);
    timer.in(this);
    lock();
    insert(timer);
    size++;
    long due = timer.when() << TICK_BITS;
    boolean first = due < nextDue;
    if (first) {
      nextDue = due;
    }
    unlock();
    return first;
  }

  /** Takes {@code timer} out; false if it is not in here any more. */
  boolean remove(Timer timer) {
    lock();
    boolean in = timer.place() != NOWHERE;
    if (in) {
      unlink(timer);
      size--;
      if (size == 0) {
        nextDue = NEVER; // otherwise it stays too early at worst
      }
    }
    unlock();
    return in;
  }

  // ---- firing

  /** Whether something is due at {@code now}. A plain look, without the lock. */
  boolean isDue(long now) {
    return nextDue <= now - origin;
  }

  /** How long from {@code now} until something may be due; {@link #NEVER}: there is nothing. */
  long nanosUntilDue(long now) {
    long due = nextDue;
    return due == NEVER ? NEVER : Math.max(0, due - (now - origin));
  }

  /**
   * Fires what is due at {@code now}, or, if that is not {@linkplain Timer#isQuick quick}, gives it
   * to {@code later}. Does not wait for the lock, so that it may be called where a fiber must not
   * leave its worker.
   *
   * @return how many
   */
  int fireDue(long now, Consumer<Timer> later) {
    if (!isDue(now)) {
      return 0;
    }
    if (!tryLock()) {
      return 0; // somebody else is at it, or just adds one: the next look is soon
    }
    Timer due = takeDue((now - origin) >>> TICK_BITS);
    nextDue = nextTimerDue();
    unlock();
    return fireAll(due, later);
  }

  /** As {@link #fireDue(long, Consumer)}, where all of it may be fired at once. */
  int fireDue(long now) {
    return fireDue(now, Timer::fire);
  }

  /** Fires everything now, due or not. */
  int fireAll() {
    lock();
    long before = elapsed;
    Timer all = takeDue(LAST_TICK);
    elapsed = before; // it is empty, so any will do
    nextDue = NEVER;
    unlock();
    return fireAll(all, Timer::fire);
  }

  private static int fireAll(@Nullable Timer first, Consumer<Timer> later) {
    World world = World.current();
    int count = 0;
    Timer timer = world == null || first == null ? first : world.mixed(first);
    while (timer != null) {
      Timer after = timer.next;
      timer.next = null;
      if (timer.isQuick()) {
        timer.fire();
      } else {
        later.accept(timer);
      }
      count++;
      timer = after;
    }
    return count;
  }

  /** How many timers there are. */
  int size() {
    return size;
  }

  // ---- with the lock held

  /** Advances to {@code tick}; returns what was due by then, linked by {@code next}, in order. */
  private @Nullable Timer takeDue(long tick) {
    Timer first = null;
    Timer last = null;
    while (true) {
      int level = lowestUsedLevel();
      if (level < 0) {
        break;
      }
      int slot = firstUsedSlot(level);
      long start = startOf(level, slot);
      if (start > tick) {
        break;
      }
      elapsed = start;
      Timer timer = takeSlot(level, slot);
      while (timer != null) {
        Timer after = timer.next;
        timer.next = null;
        timer.previous = null;
        timer.set(timer.when(), NOWHERE);
        if (timer.when() > start) {
          insert(timer);
        } else {
          size--;
          if (last == null) {
            first = timer;
          } else {
            last.next = timer;
          }
          last = timer;
        }
        timer = after;
      }
    }
    elapsed = Math.max(elapsed, tick); // who looks may have asked for the time long ago
    return first;
  }

  private long nextTimerDue() {
    int level = lowestUsedLevel();
    return level < 0 ? NEVER : earliest[level * SLOTS + firstUsedSlot(level)] << TICK_BITS;
  }

  private int lowestUsedLevel() {
    for (int level = 0; level < LEVELS; level++) {
      if (used[level] != 0) {
        return level;
      }
    }
    return -1;
  }

  /** The first used slot at or after {@code elapsed}: none lies before, so no turn is needed. */
  private int firstUsedSlot(int level) {
    return Long.numberOfTrailingZeros(used[level]);
  }

  /** The tick at which {@code slot} of {@code level} begins, in the turn that elapsed is in. */
  private long startOf(int level, int slot) {
    int shift = level * LEVEL_BITS;
    long turn = elapsed >>> shift >>> LEVEL_BITS << LEVEL_BITS << shift;
    return turn + ((long) slot << shift);
  }

  /** What was due in the past fires with the next tick. */
  private void insert(Timer timer) {
    long when = Math.max(timer.when(), elapsed);
    int level = levelOf(elapsed ^ when);
    int slot = (int) (when >>> (level * LEVEL_BITS)) & (SLOTS - 1);
    int place = level * SLOTS + slot;
    timer.set(timer.when(), place);
    timer.next = null;
    Timer head = slots[place];
    if (head == null) {
      timer.previous = timer;
      slots[place] = timer;
      earliest[place] = when;
    } else {
      Timer tail = head.previous;
      timer.previous = tail;
      if (tail != null) {
        tail.next = timer;
      }
      head.previous = timer;
      earliest[place] = Math.min(earliest[place], when);
    }
    used[level] |= 1L << slot;
  }

  private static int levelOf(long difference) {
    return (Long.SIZE - 1 - Long.numberOfLeadingZeros(difference | 1)) / LEVEL_BITS;
  }

  private @Nullable Timer takeSlot(int level, int slot) {
    int place = level * SLOTS + slot;
    Timer first = slots[place];
    slots[place] = null;
    used[level] &= ~(1L << slot);
    return first;
  }

  private void unlink(Timer timer) {
    int place = timer.place();
    Timer before = timer.previous;
    Timer after = timer.next;
    Timer head = slots[place];
    if (timer == head) {
      slots[place] = after;
      if (after == null) {
        used[place / SLOTS] &= ~(1L << (place % SLOTS));
      } else {
        after.previous = before; // the last one
      }
    } else if (before != null && head != null) {
      before.next = after;
      if (after == null) {
        head.previous = before;
      } else {
        after.previous = before;
      }
    }
    timer.previous = null;
    timer.next = null;
    timer.set(timer.when(), NOWHERE);
  }
}
