package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Broken on purpose: a Chase-Lev deque as in the paper, whose thieves take half in one CAS. The
 * owner pops without a CAS while more than one item is left, so a thief that has read an old {@code
 * bottom} moves {@code top} over items that the owner has popped: they run twice, and what the
 * owner pushes there later is lost. With thieves that take one item at a time the same code would
 * be sound.
 */
final class NaiveDeque implements StealingDeque {
  private static final VarHandle BOTTOM;
  private static final VarHandle TOP;
  private static final VarHandle SLOTS;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Work[].class);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      BOTTOM = lookup.findVarHandle(NaiveDeque.class, "bottom", int.class);
      TOP = lookup.findVarHandle(NaiveDeque.class, "top", int.class);
      SLOTS = lookup.findVarHandle(NaiveDeque.class, "slots", Work[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int bottom;

  @SuppressWarnings("unused") // through TOP
  private int top;

  private @Nullable Work[] slots;

  NaiveDeque(int capacity) {
    slots = new Work[capacity];
  }

  @Override
  public void push(Work item) {
    int b = bottom;
    int t = (int) TOP.getAcquire(this);
    @Nullable Work[] a = slots;
    if (b - t >= a.length) {
      a = grow(a, t, b);
    }
    SLOT.setOpaque(a, b & (a.length - 1), item);
    BOTTOM.setRelease(this, b + 1);
  }

  private @Nullable Work[] grow(@Nullable Work[] old, int t, int b) {
    @Nullable Work[] grown = new Work[old.length << 1];
    for (int i = t; i != b; i++) {
      grown[i & (grown.length - 1)] = old[i & (old.length - 1)];
    }
    SLOTS.setRelease(this, grown);
    return grown;
  }

  @Override
  public @Nullable Work pop() {
    int b = bottom - 1;
    BOTTOM.setOpaque(this, b);
    VarHandle.fullFence();
    int t = (int) TOP.getOpaque(this);
    if (b - t > 0) {
      return slots[b & (slots.length - 1)];
    }
    Work last = null;
    if (b == t && TOP.compareAndSet(this, t, t + 1)) {
      last = slots[b & (slots.length - 1)];
    }
    BOTTOM.setOpaque(this, b + 1);
    return last;
  }

  @Override
  public boolean takeBack(Work item) {
    return slots[(bottom - 1) & (slots.length - 1)] == item && pop() == item;
  }

  @Override
  public void releaseMemory() {}

  @Override
  public int steal(@Nullable Work[] into) {
    int t = (int) TOP.getAcquire(this);
    VarHandle.fullFence();
    int size = (int) BOTTOM.getAcquire(this) - t;
    if (size <= 0) {
      return 0;
    }
    int n = Math.min((size + 1) >>> 1, into.length);
    @Nullable Work[] a = (Work[]) SLOTS.getAcquire(this);
    for (int i = 0; i < n; i++) {
      into[i] = (Work) SLOT.getOpaque(a, (t + i) & (a.length - 1));
    }
    return TOP.compareAndSet(this, t, t + n) ? n : WorkDeque.CONTENDED;
  }
}
