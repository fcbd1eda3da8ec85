package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** What {@link ReadyRing} and its broken copy have in common, so that one test runs them both. */
interface FiberRing {
  /** Owner. */
  void add(Runnable fiber);

  /** Owner. */
  void releaseMemory();

  /** Owner. */
  void renew();

  /** Anybody. */
  @Nullable Runnable poll();
}
