package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** An item that fills a slot of a deque and is never run. */
final class NoWork extends Work {
  @Override
  protected @Nullable Work carryOut() {
    return null;
  }

  @Override
  protected void abandon(RuntimeException reason) {}
}
