package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a queue that is a claim ticket: whoever takes it out has to claim what it stands for,
 * and runs that only if nobody else has it.
 */
public abstract class Slip extends Work {
  /** For subclasses. */
  protected Slip() {}

  /**
   * On the worker that took this entry out of a queue: what is to run, as {@link Worker#choose}
   * returns it; null if somebody else has it. Must not throw.
   */
  protected abstract @Nullable Object claim();

  /**
   * What somebody has taken out of a queue, claimed if it has to be; null: somebody else has it.
   */
  static @Nullable Object claimed(Object entry) {
    return entry instanceof Slip slip ? slip.claim() : entry;
  }

  @Override
  protected @Nullable Work carryOut() {
    throw new AssertionError("is claimed, not run");
  }
}
