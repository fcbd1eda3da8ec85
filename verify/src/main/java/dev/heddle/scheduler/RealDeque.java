package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The deque under test; it renews its slots far more often than it would by itself. */
final class RealDeque implements StealingDeque {
  private static final int RENEWAL_EVERY = 4;
  private static final long JUST_BEFORE_RENEWAL = (1 << 20) - 1;
  private static final VarHandle TOP;

  static {
    try {
      TOP =
          MethodHandles.privateLookupIn(WorkDeque.class, MethodHandles.lookup())
              .findVarHandle(WorkDeque.class, "top", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final WorkDeque deque;
  private int untilRenewal = 1;

  private RealDeque(WorkDeque deque) {
    this.deque = deque;
  }

  /** An empty deque with {@code capacity} slots. */
  static RealDeque withCapacity(int capacity) {
    return new RealDeque(new WorkDeque(capacity));
  }

  /** An empty deque through which {@code index} items have passed, modulo 2^32. */
  static RealDeque startingAt(int index, int capacity) {
    WorkDeque deque = new WorkDeque(capacity);
    deque.bottom = index;
    deque.topSeen = index;
    TOP.setVolatile(deque, Integer.toUnsignedLong(index));
    return new RealDeque(deque);
  }

  @Override
  public void push(Work item) {
    deque.push(item);
  }

  @Override
  public @Nullable Work pop() {
    return deque.pop();
  }

  @Override
  public boolean takeBack(Work item) {
    if (--untilRenewal == 0) {
      untilRenewal = RENEWAL_EVERY;
      deque.takenBack |= JUST_BEFORE_RENEWAL;
    }
    return deque.takeBack(item);
  }

  @Override
  public void releaseMemory() {
    deque.releaseMemory();
  }

  @Override
  public int steal(@Nullable Work[] into) {
    return deque.steal(into);
  }
}
