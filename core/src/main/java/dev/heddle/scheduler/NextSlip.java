package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** A {@link Slip} that may stand in a {@link NextSlot} instead of a queue. */
public abstract class NextSlip extends Slip {
  /** For subclasses. */
  protected NextSlip() {}

  /** As {@link #claim}, for who found it in a slot, so without an entry. */
  protected abstract @Nullable Object claimNext();

  /** Anybody: whether somebody has to claim what this stands for, at this moment. */
  protected abstract boolean isWaiting();

  /** Owner of the slot, which has to go: whether it has to be put into a queue instead. */
  protected abstract boolean becomeEntry();
}
