package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A copy of {@link ReadyRing} into which one fault can be built. */
final class FaultyRing implements FiberRing {
  /** What is wrong. */
  enum Fault {
    NONE,
    /** The owner moves the tail on before the fiber is in its slot. */
    TAIL_BEFORE_SLOT,
    /** The owner empties the slots of old entries after it has used one of them again. */
    LATE_CLEARING,
    /** Who takes moves the head on by a write, without a CAS. */
    TAKEN_WITHOUT_CLAIM,
    /** A larger or renewed ring is to be seen before the fibers are in it. */
    COPY_SEEN_EARLY,
    /** The ring is given back without a look whether something is in it. */
    SHRUNK_IN_USE
  }

  private static final VarHandle HEAD;
  private static final VarHandle TAIL;
  private static final VarHandle RING;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Runnable[].class);

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      HEAD = here.findVarHandle(FaultyRing.class, "head", long.class);
      TAIL = here.findVarHandle(FaultyRing.class, "tail", long.class);
      RING = here.findVarHandle(FaultyRing.class, "ring", Runnable[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Fault fault;
  private final int firstLength;
  private volatile long head;
  private volatile long tail;

  @SuppressWarnings("unused") // through RING
  private volatile @Nullable Runnable[] ring;

  private long cleared;

  FaultyRing(Fault fault, int firstLength) {
    this.fault = fault;
    this.firstLength = firstLength;
    ring = new Runnable[firstLength];
  }

  @Override
  public void add(Runnable fiber) {
    long end = (long) TAIL.getOpaque(this);
    long begin = (long) HEAD.getAcquire(this);
    @Nullable Runnable[] slots = (Runnable[]) RING.getOpaque(this);
    if (end - begin == slots.length) {
      slots = copy(slots, slots.length * 2, begin, end);
    }
    long until = Math.max(Math.min(begin, cleared + 4), end - slots.length + 1);
    if (fault != Fault.LATE_CLEARING) {
      clear(slots, until);
    }
    if (fault == Fault.TAIL_BEFORE_SLOT) {
      TAIL.setRelease(this, end + 1);
    }
    SLOT.setRelease(slots, (int) end & (slots.length - 1), fiber);
    TAIL.setRelease(this, end + 1);
    if (fault == Fault.LATE_CLEARING) {
      clear(slots, until);
    }
  }

  private @Nullable Runnable[] copy(@Nullable Runnable[] old, int length, long begin, long end) {
    @Nullable Runnable[] fresh = new Runnable[length];
    if (fault == Fault.COPY_SEEN_EARLY) {
      RING.setRelease(this, fresh);
    }
    for (long i = begin; i < end; i++) {
      fresh[(int) i & (length - 1)] = old[(int) i & (old.length - 1)];
    }
    cleared = begin;
    RING.setRelease(this, fresh);
    return fresh;
  }

  @Override
  public void renew() {
    @Nullable Runnable[] slots = (Runnable[]) RING.getOpaque(this);
    copy(slots, slots.length, (long) HEAD.getAcquire(this), (long) TAIL.getOpaque(this));
  }

  private void clear(@Nullable Runnable[] slots, long until) {
    while (cleared < until) {
      SLOT.setOpaque(slots, (int) cleared++ & (slots.length - 1), null);
    }
  }

  @Override
  public void releaseMemory() {
    @Nullable Runnable[] slots = (Runnable[]) RING.getOpaque(this);
    long begin = (long) HEAD.getAcquire(this);
    clear(slots, begin);
    boolean unused = fault == Fault.SHRUNK_IN_USE || head >= tail;
    if (unused && slots.length > firstLength) {
      RING.setRelease(this, new Runnable[firstLength]);
      cleared = begin;
    }
  }

  @Override
  public @Nullable Runnable poll() {
    while (true) {
      long begin = (long) HEAD.getAcquire(this);
      if (begin >= (long) TAIL.getAcquire(this)) {
        return null;
      }
      @Nullable Runnable[] slots = (Runnable[]) RING.getAcquire(this);
      Runnable fiber = (Runnable) SLOT.getOpaque(slots, (int) begin & (slots.length - 1));
      if (fault == Fault.TAKEN_WITHOUT_CLAIM) {
        HEAD.setRelease(this, begin + 1);
        return fiber;
      }
      if (HEAD.compareAndSet(this, begin, begin + 1)) {
        return fiber;
      }
    }
  }
}
