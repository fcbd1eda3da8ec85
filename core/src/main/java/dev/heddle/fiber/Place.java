package dev.heddle.fiber;

import org.jspecify.annotations.Nullable;

/**
 * A waiter's place in one {@link WaitQueue}. Who waits for one thing is its own place; who waits
 * for the first of several has a place in each queue, all with the same {@link Waiter}. The links
 * belong to the queue, and are guarded by the guard that guards it.
 */
class Place {
  @Nullable Place previous;
  @Nullable Place next;
  @Nullable WaitQueue queue;

  /**
   * What is handed over: set by the waiter before it queues (what it offers) or by who grants (what
   * it gets), before it {@linkplain Waiter#wake wakes} the waiter.
   */
  @Nullable Object item;

  private final @Nullable Waiter waiter;

  /** A place of {@code waiter}, one of several. */
  Place(Waiter waiter) {
    this.waiter = waiter;
  }

  /** Only for a {@link Waiter} that is its own place. */
  Place() {
    waiter = null;
  }

  /** Who stands here. */
  Waiter waiter() {
    return waiter == null ? (Waiter) this : waiter;
  }
}
