package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What can go on under a worker, oldest first: fibers, as what mounts them, and processes. Its
 * owner adds, anybody takes.
 *
 * <p>A ring that grows. {@code head} and {@code tail} count for ever; entry {@code i} stands in
 * slot {@code i & (length - 1)}.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>field</th><th>written by</th><th>read by</th></tr>
 * <tr><td>{@code tail}</td><td>owner, release, after the slot</td><td>anybody, acquire</td></tr>
 * <tr><td>{@code head}</td><td>who takes, CAS</td><td>anybody, acquire</td></tr>
 * <tr><td>slots</td><td>owner, opaque</td><td>anybody, opaque</td></tr>
 * <tr><td>{@code ring}</td><td>owner, release, after it was filled</td><td>anybody, acquire</td></tr>
 * <tr><td>{@code cleared}, {@code waitWanted}</td><td>owner, plain</td><td>owner</td></tr>
 * <tr><td>{@code stamped}, {@code stampedAt}</td><td>owner, before {@code tail}</td><td>who took
 * that entry</td></tr>
 * <tr><td>{@code timed}</td><td>who took the stamped entry, release</td><td>owner, acquire</td></tr>
 * </table>
 *
 * <p><i>Each entry is taken once, and none is lost.</i> Who takes reads {@code head}, then the
 * slot, then moves {@code head} on by a CAS. The owner writes over the slot of entry {@code i} only
 * when {@code head > i}; then the CAS of whoever read it for {@code i} fails, as {@code head} never
 * goes back. A ring that was outgrown or renewed is never written to any more, so who still reads
 * there sees entry {@code i} too.
 *
 * <p><i>Of some entries it is counted how long they waited.</i> The owner writes when it added one,
 * and which, before it moves {@code tail}; so whoever takes that entry sees both. The next one is
 * stamped only after that one has read them and said so in {@code timed}.
 *
 * <p>Slots of entries that are gone are emptied by the owner, a few at each add and all when it
 * goes to sleep: who takes could not do it without a second CAS.
 */
final class ReadyRing {
  private static final int FIRST_LENGTH = 64;

  /** Longer ones are not renewed: to copy them would cost more than it saves. */
  private static final int MOST_TO_RENEW = 1 << 14;

  private static final VarHandle HEAD;
  private static final VarHandle TAIL;
  private static final VarHandle RING;
  private static final VarHandle STAMPED;
  private static final VarHandle TIMED;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      HEAD = here.findVarHandle(ReadyRing.class, "head", long.class);
      TAIL = here.findVarHandle(ReadyRing.class, "tail", long.class);
      RING = here.findVarHandle(ReadyRing.class, "ring", Object[].class);
      STAMPED = here.findVarHandle(ReadyRing.class, "stamped", long.class);
      TIMED = here.findVarHandle(ReadyRing.class, "timed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile long head;
  private volatile long tail;

  @SuppressWarnings("unused") // through RING
  private volatile @Nullable Object[] ring;

  private final int firstLength;
  private long cleared;

  /** Where waits are counted; null: nowhere. */
  private final @Nullable Durations waits;

  private boolean waitWanted;
  private long stampedAt;

  @SuppressWarnings("unused") // through STAMPED
  private long stamped = -1;

  @SuppressWarnings("unused") // through TIMED
  private long timed = -1;

  ReadyRing(Durations waits) {
    this(FIRST_LENGTH, waits);
  }

  /**
   * @param firstLength of the ring; a power of two
   */
  ReadyRing(int firstLength) {
    this(firstLength, null);
  }

  private ReadyRing(int firstLength, @Nullable Durations waits) {
    this.firstLength = firstLength;
    this.waits = waits;
    ring = new Object[firstLength];
  }

  /**
   * Owner. Without a fence: who wants to rely on a sleeper's seeing it has to make one. If the ring
   * is full and there is no memory for a longer one, it fails, and nothing has changed.
   */
  void add(Object item) {
    long end = (long) TAIL.getOpaque(this);
    long begin = (long) HEAD.getAcquire(this);
    @Nullable Object[] slots = (Object[]) RING.getOpaque(this);
    if (end - begin == slots.length) {
      slots = copy(slots, slots.length * 2, begin, end);
    }
    if (cleared != begin) {
      // At least the slot that is written now: its old entry is gone, as the ring is not full.
      clear(slots, Math.max(Math.min(begin, cleared + 4), end - slots.length + 1));
    }
    SLOT.setOpaque(slots, (int) end & (slots.length - 1), item);
    if (waitWanted) {
      stamp(end);
    }
    TAIL.setRelease(this, end + 1);
  }

  /** Owner: the wait of the next entry is to be counted, unless that of an earlier one still is. */
  void wantWait() {
    waitWanted = (long) TIMED.getAcquire(this) == (long) STAMPED.getOpaque(this);
  }

  private void stamp(long entry) {
    waitWanted = false;
    stampedAt = Clock.nanos();
    STAMPED.setOpaque(this, entry);
  }

  /** Who has taken the entry that was stamped. */
  private void countWait(long entry) {
    long since = stampedAt;
    TIMED.setRelease(this, entry);
    if (waits != null) {
      try {
        waits.add(Clock.nanos() - since);
      } catch (StackOverflowError _) {
        // not counted; what was taken must not be lost
      }
    }
  }

  private @Nullable Object[] copy(@Nullable Object[] old, int length, long begin, long end) {
    assert Memory.suffices(length == old.length ? "a fresh ring" : "a longer ring");
    @Nullable Object[] fresh = new Object[length];
    for (long i = begin; i < end; i++) {
      fresh[(int) i & (length - 1)] = old[(int) i & (old.length - 1)];
    }
    cleared = begin;
    RING.setRelease(this, fresh);
    return fresh;
  }

  private void clear(@Nullable Object[] slots, long until) {
    while (cleared < until) {
      SLOT.setOpaque(slots, (int) cleared++ & (slots.length - 1), null);
    }
  }

  /** Owner, now and then: see {@link Worker#renew}. */
  void renew() {
    @Nullable Object[] slots = (Object[]) RING.getOpaque(this);
    if (slots.length <= MOST_TO_RENEW) {
      copy(slots, slots.length, (long) HEAD.getAcquire(this), (long) TAIL.getOpaque(this));
    }
  }

  /** Owner, before it sleeps: lets go of all that was taken. */
  void releaseMemory() {
    @Nullable Object[] slots = (Object[]) RING.getOpaque(this);
    long begin = (long) HEAD.getAcquire(this);
    clear(slots, begin);
    if (isEmpty() && slots.length > firstLength) {
      try {
        assert Memory.suffices("a short ring");
        RING.setRelease(this, new Object[firstLength]);
        cleared = begin;
      } catch (OutOfMemoryError _) {
        // the long one stays, empty
      }
    }
  }

  /** Anybody: takes the oldest. */
  @Nullable Object poll() {
    return poll(false);
  }

  /** Anybody: takes the oldest, if that is a fiber. */
  @Nullable Object pollFiber() {
    return poll(true);
  }

  private @Nullable Object poll(boolean fibersOnly) {
    while (true) {
      long begin = (long) HEAD.getAcquire(this);
      if (begin >= (long) TAIL.getAcquire(this)) {
        return null;
      }
      @Nullable Object[] slots = (Object[]) RING.getAcquire(this);
      Object item = SLOT.getOpaque(slots, (int) begin & (slots.length - 1));
      if (fibersOnly && item instanceof Slip) {
        return null;
      }
      if (HEAD.compareAndSet(this, begin, begin + 1)) {
        if ((long) STAMPED.getOpaque(this) == begin) {
          countWait(begin);
        }
        return item;
      }
    }
  }

  /** Owner: the oldest, which somebody else may take in this very moment. */
  @Nullable Object peek() {
    long begin = (long) HEAD.getAcquire(this);
    @Nullable Object[] slots = (Object[]) RING.getOpaque(this);
    return begin < (long) TAIL.getOpaque(this)
        ? SLOT.getOpaque(slots, (int) begin & (slots.length - 1))
        : null;
  }

  boolean isEmpty() {
    return head >= tail;
  }

  int size() {
    return (int) Math.max(0, tail - head);
  }

  /** How many have been taken, ever. */
  long taken() {
    return head;
  }
}
