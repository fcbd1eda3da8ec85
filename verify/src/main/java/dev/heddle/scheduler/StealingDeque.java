package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** What {@link WorkDeque} and its broken copies have in common, so that one test runs them all. */
interface StealingDeque {
  /** Owner. */
  void push(Work item);

  /** Owner. */
  @Nullable Work pop();

  /** Owner: removes {@code item} if it is the newest. */
  boolean takeBack(Work item);

  /** Owner. */
  void releaseMemory();

  /** Thief: as {@link WorkDeque#steal}. */
  int steal(@Nullable Work[] into);
}
