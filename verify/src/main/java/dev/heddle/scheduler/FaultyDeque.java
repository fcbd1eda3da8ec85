package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A copy of {@link WorkDeque} into which one fault can be built. Without one it is sound, which
 * shows that it is the fault that the tests catch, and not the copy.
 *
 * <p>Its thieves take all that is within their reach, not half. The deque's proof needs no more
 * than the reach, and faults show sooner: the missing fence after two steals, not after five.
 */
final class FaultyDeque implements StealingDeque {
  /** What is wrong. */
  enum Fault {
    NONE,
    /** The owner claims the last items by a CAS that leaves the tag as it was. */
    CLAIM_WITHOUT_TAG,
    /** The owner pops without a CAS down to the last item, as if thieves took one at a time. */
    CLAIM_LAST_ONLY,
    /** The owner does not pass a fence between its store to bottom and its read of top. */
    POP_WITHOUT_FENCE,
    /** {@code takeBack} believes what it saw, and does not claim. */
    TAKEN_BACK_UNCLAIMED,
    /** {@code takeBack} tells the item when it has it, without a fence before the item starts. */
    ANNOUNCED_LATE,
    /** The indices are compared, not subtracted: wrong from 2^31 on. */
    COMPARED_INDICES,
    /** The grown array is published before the items are in it. */
    GROWN_PUBLISHED_EARLY,
    /** The owner gives slots back without looking whether they are in use. */
    RELEASED_IN_USE,
    /** {@code bottom} is published before the item is in its slot. */
    BOTTOM_PUBLISHED_EARLY,
    /** The thief reads the items after its CAS. */
    READ_AFTER_CAS,
    /** The thief clears the slots that it took from. */
    THIEF_CLEARS
  }

  private static final VarHandle BOTTOM;
  private static final VarHandle TOP;
  private static final VarHandle SLOTS;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Work[].class);
  private static final long TAG_ONE = 1L << 32;
  private static final long INDEX_MASK = TAG_ONE - 1;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      BOTTOM = lookup.findVarHandle(FaultyDeque.class, "bottom", int.class);
      TOP = lookup.findVarHandle(FaultyDeque.class, "top", long.class);
      SLOTS = lookup.findVarHandle(FaultyDeque.class, "slots", Work[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Fault fault;
  private final int initialCapacity;
  private int bottom;

  @SuppressWarnings("UnusedVariable") // through TOP
  private long top;

  private @Nullable Work[] slots;

  FaultyDeque(Fault fault, int capacity) {
    this(fault, capacity, 0);
  }

  FaultyDeque(Fault fault, int capacity, int index) {
    this.fault = fault;
    initialCapacity = capacity;
    slots = new Work[capacity];
    bottom = index;
    top = Integer.toUnsignedLong(index);
  }

  // ---- the owner's side

  @Override
  public void push(Work item) {
    int b = bottom;
    @Nullable Work[] a = slots;
    int t = (int) (long) TOP.getOpaque(this);
    if (b - t >= a.length) {
      a = grow(a, t, b);
    }
    if (fault == Fault.BOTTOM_PUBLISHED_EARLY) {
      BOTTOM.setRelease(this, b + 1);
      SLOT.setOpaque(a, b & (a.length - 1), item);
      return;
    }
    a[b & (a.length - 1)] = item;
    BOTTOM.setRelease(this, b + 1);
  }

  private @Nullable Work[] grow(@Nullable Work[] old, int t, int b) {
    @Nullable Work[] grown = new Work[old.length << 1];
    if (fault == Fault.GROWN_PUBLISHED_EARLY) {
      SLOTS.setRelease(this, grown);
    }
    for (int i = b - 1; i - t >= 0; i--) {
      SLOT.setOpaque(grown, i & (grown.length - 1), old[i & (old.length - 1)]);
    }
    SLOTS.setRelease(this, grown);
    return grown;
  }

  @Override
  public @Nullable Work pop() {
    int b = bottom - 1;
    long t = (long) TOP.getOpaque(this);
    if (isEmptyAt(b, t)) {
      return null;
    }
    BOTTOM.setOpaque(this, b);
    int reach = fault == Fault.CLAIM_LAST_ONLY ? 1 : WorkDeque.BATCH;
    if (b - (int) t >= reach) {
      if (fault != Fault.POP_WITHOUT_FENCE) {
        VarHandle.fullFence();
      }
      t = (long) TOP.getOpaque(this);
      if (b - (int) t >= reach) {
        return take(b);
      }
    }
    return claim(b, t);
  }

  private boolean isEmptyAt(int b, long t) {
    return fault == Fault.COMPARED_INDICES ? b < (int) t : b - (int) t < 0;
  }

  private @Nullable Work claim(int b, long t) {
    long claimed = fault == Fault.CLAIM_WITHOUT_TAG ? 0 : TAG_ONE;
    while (b - (int) t >= 0) {
      long seen = (long) TOP.compareAndExchange(this, t, t + claimed);
      if (seen == t) {
        return take(b);
      }
      t = seen;
    }
    BOTTOM.setOpaque(this, b + 1);
    return null;
  }

  private @Nullable Work take(int b) {
    @Nullable Work[] a = slots;
    int i = b & (a.length - 1);
    Work item = a[i];
    a[i] = null;
    return item;
  }

  @Override
  public boolean takeBack(Work item) {
    @Nullable Work[] a = slots;
    if (a[(bottom - 1) & (a.length - 1)] != item) {
      return false;
    }
    if (fault == Fault.TAKEN_BACK_UNCLAIMED) {
      BOTTOM.setOpaque(this, bottom - 1);
      return true;
    }
    if (fault == Fault.ANNOUNCED_LATE) {
      boolean taken = pop() == item;
      item.announceTakeBack();
      return taken;
    }
    item.announceTakeBack();
    return pop() == item;
  }

  @Override
  public void releaseMemory() {
    boolean empty = (int) (long) TOP.getOpaque(this) == bottom;
    if ((empty || fault == Fault.RELEASED_IN_USE) && slots.length > initialCapacity) {
      SLOTS.setRelease(this, new Work[initialCapacity]);
    }
  }

  // ---- the thief's side

  @Override
  public int steal(@Nullable Work[] into) {
    long t = (long) TOP.getAcquire(this);
    VarHandle.fullFence();
    int from = (int) t;
    int size = (int) BOTTOM.getAcquire(this) - from;
    if (size <= 0) {
      return 0;
    }
    int n = Math.min(size, Math.min(into.length, WorkDeque.BATCH));
    @Nullable Work[] a = (Work[]) SLOTS.getAcquire(this);
    if (fault != Fault.READ_AFTER_CAS) {
      read(a, from, n, into);
    }
    if (!TOP.compareAndSet(this, t, (t & ~INDEX_MASK) | ((from + n) & INDEX_MASK))) {
      return WorkDeque.CONTENDED;
    }
    if (fault == Fault.READ_AFTER_CAS) {
      read(a, from, n, into);
    }
    if (fault == Fault.THIEF_CLEARS) {
      for (int i = 0; i < n; i++) {
        SLOT.setOpaque(a, (from + i) & (a.length - 1), null);
      }
    }
    return n;
  }

  private static void read(@Nullable Work[] a, int from, int n, @Nullable Work[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = (Work) SLOT.getOpaque(a, (from + i) & (a.length - 1));
    }
  }
}
