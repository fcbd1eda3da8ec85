package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The queue of enqueued items: many producers, many consumers, about first in, first out.
 *
 * <p>It has a few lanes, each strictly FIFO. A producer keeps to the lane of its thread, so that
 * the items of one thread keep their order and producers on different threads seldom meet on one
 * tail; a consumer goes round the lanes and takes from the next that has something. Hence no lane
 * waits longer than one item of each other lane, and nothing in the queue is ever passed by for
 * good.
 *
 * <p>One lane with many producers would retry its CAS on one tail; {@link SharedLane}s divide that.
 */
final class SharedQueue {
  private static final VarHandle SAMPLING;

  static {
    try {
      SAMPLING = MethodHandles.lookup().findVarHandle(SharedQueue.class, "sampling", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final SharedLane[] lanes;
  private final LongAdder size = new LongAdder();
  private final @Nullable Durations waits;

  // Of one item at a time it is counted how long it waits.

  /** No item is wanted for that. */
  private static final int NONE = 0;

  /** The next one that is added shall be it. */
  private static final int WANTED = 1;

  /** Somebody writes {@code sample} and {@code sampledAt}, who has added or taken it. */
  private static final int HELD = 2;

  /** They are written, and {@code sample} is in the queue, or about to come or to go. */
  private static final int WAITING = 3;

  private volatile int sampling;
  private @Nullable Work sample; // read before the state is changed: may be another one by then
  private long sampledAt; // of whoever holds the state

  /** A queue for about {@code producers} threads at once. */
  SharedQueue(int producers) {
    this(producers, null);
  }

  /**
   * @param waits where waits are counted
   */
  SharedQueue(int producers, @Nullable Durations waits) {
    this.waits = waits;
    int count = Integer.highestOneBit(Math.clamp(producers * 2L - 1, 1, 64));
    lanes = new SharedLane[count];
    for (int i = 0; i < count; i++) {
      lanes[i] = new SharedLane();
    }
  }

  /** Adds {@code item}, or fails, for want of memory, as if nothing had been asked. */
  void add(Work item) {
    long id = Thread.currentThread().threadId();
    int lane = (int) ((id * 0x9E3779B97F4A7C15L) >>> 58) & (lanes.length - 1);
    size.increment();
    if (sampling == WANTED) {
      becomeSample(item, Clock.nanos());
    }
    try {
      lanes[lane].add(item);
    } catch (Throwable e) {
      Memory.count(size, -1);
      forgetSample(item);
      throw e;
    }
  }

  /**
   * As {@link #add}, for what must not be lost: without memory for an entry it tries again until
   * there is some.
   */
  void addForSure(Work item) {
    boolean added = false;
    while (!added) {
      try {
        add(item);
        added = true;
      } catch (OutOfMemoryError _) {
        Thread.onSpinWait();
      }
    }
  }

  /** {@code item} has not come into the queue. */
  private void forgetSample(Work item) {
    if (sample == item && SAMPLING.compareAndSet(this, WAITING, HELD)) {
      sample = null;
      sampling = WANTED;
    }
  }

  private void becomeSample(Work item, long now) {
    if (SAMPLING.compareAndSet(this, WANTED, HELD)) { // from here on nothing can fail
      sampledAt = now;
      sample = item;
      sampling = WAITING;
    }
  }

  /**
   * Anybody: the wait of the next item is to be counted, unless that of an earlier one still is.
   */
  void wantWait() {
    if (sampling == NONE) {
      SAMPLING.compareAndSet(this, NONE, WANTED);
    }
  }

  private void countWait(Work item) {
    try {
      if (sample == item && waits != null) {
        long now = Clock.nanos();
        if (SAMPLING.compareAndSet(this, WAITING, HELD)) {
          long waited = Math.max(0, now - sampledAt); // may be of one that came in between
          sample = null;
          sampling = NONE;
          waits.add(waited);
        }
      }
    } catch (StackOverflowError _) {
      // not counted; what was taken must not be lost
    }
  }

  /** Takes an item, looking at lane {@code start} first; any number is fine. */
  @Nullable Work poll(int start) {
    for (int i = 0; i < lanes.length; i++) {
      Work item = lanes[(start + i) & (lanes.length - 1)].poll();
      if (item != null) {
        Memory.count(size, -1);
        if (sampling == WAITING) {
          countWait(item);
        }
        return item;
      }
    }
    return null;
  }

  boolean isEmpty() {
    for (SharedLane lane : lanes) {
      if (!lane.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** How many items there are; an estimate while the queue is in use. */
  long size() {
    return Math.max(0, size.sum());
  }
}
