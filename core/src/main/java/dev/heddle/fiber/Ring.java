package dev.heddle.fiber;

import org.jspecify.annotations.Nullable;

/**
 * Elements in the order of their coming, in an array that goes round. It grows only when told to,
 * so that who guards it can allocate outside of the guard. Guarded by the guard of the primitive
 * that it belongs to, all of it but {@link #larger}.
 */
final class Ring {
  private static final @Nullable Object[] NONE = {};
  private static final int FIRST = 16;

  /** An array longer than this is let go when the last element is taken. */
  private static final int KEPT = 4096;

  private @Nullable Object[] slots = NONE; // the length is a power of two, or 0
  private int head;
  private int size;

  int size() {
    return size;
  }

  /** Adds {@code element}; false if the array is full. */
  boolean add(Object element) {
    @Nullable Object[] slots = this.slots;
    if (size == slots.length) {
      return false;
    }
    slots[(head + size) & (slots.length - 1)] = element;
    size++;
    return true;
  }

  /** Takes the oldest; null if there is none. */
  @Nullable Object take() {
    if (size == 0) {
      return null;
    }
    @Nullable Object[] slots = this.slots;
    Object element = slots[head];
    slots[head] = null;
    head = (head + 1) & (slots.length - 1);
    if (--size == 0 && slots.length > KEPT) {
      this.slots = NONE;
      head = 0;
    }
    return element;
  }

  /** An array to {@link #moveTo}. Needs no guard: a stale answer is refused there, or large. */
  @Nullable Object[] larger() {
    int length = slots.length;
    if (length == 1 << 30) {
      throw new OutOfMemoryError("a channel holds a billion elements; give it a bound");
    }
    return new @Nullable Object[Math.max(FIRST, 2 * length)];
  }

  /** Goes on in {@code larger}, unless it is not larger by now. */
  void moveTo(@Nullable Object[] larger) {
    @Nullable Object[] slots = this.slots;
    if (larger.length <= slots.length) {
      return;
    }
    int untilEnd = Math.min(size, slots.length - head);
    System.arraycopy(slots, head, larger, 0, untilEnd);
    System.arraycopy(slots, 0, larger, untilEnd, size - untilEnd);
    this.slots = larger;
    head = 0;
  }
}
