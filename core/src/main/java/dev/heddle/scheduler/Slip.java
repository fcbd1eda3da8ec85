package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** An entry of a queue that stands for something else: it is claimed, and never run itself. */
abstract class Slip extends Work {
  /**
   * On the worker that took the entry: what is to run instead, as {@link Worker#choose} returns it;
   * null if somebody else has it.
   */
  abstract @Nullable Object claim();

  @Override
  protected final @Nullable Work carryOut() {
    throw new AssertionError("a slip is claimed, not run");
  }
}
