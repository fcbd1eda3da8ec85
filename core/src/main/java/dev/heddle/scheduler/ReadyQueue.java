package dev.heddle.scheduler;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Fibers that waited and can go on, oldest first. Anybody may add and take.
 *
 * <p>A worker asks at every choice, and nearly always in vain; {@code count} makes that one load.
 * It is raised before the fiber is in the queue and lowered after it has been taken, so it is never
 * too low for long: who finds it 0 has asked before the add was complete, and who adds looks for
 * sleepers after that.
 */
final class ReadyQueue {
  private final ConcurrentLinkedQueue<Runnable> fibers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  /** Never fails: without memory for an entry it tries again until there is some. */
  void add(Runnable fiber) {
    count.getAndIncrement();
    while (!added(fiber)) {
      Thread.onSpinWait();
    }
  }

  private boolean added(Runnable fiber) {
    try {
      assert Memory.suffices("an entry for a fiber");
      return fibers.add(fiber);
    } catch (OutOfMemoryError _) {
      return false;
    }
  }

  @Nullable Runnable poll() {
    return count.getOpaque() == 0 ? null : take();
  }

  private @Nullable Runnable take() {
    Runnable fiber = fibers.poll();
    if (fiber != null) {
      count.getAndDecrement();
    }
    return fiber;
  }

  boolean isEmpty() {
    return fibers.isEmpty();
  }

  int size() {
    return count.get();
  }
}
