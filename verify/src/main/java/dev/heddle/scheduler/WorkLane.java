package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** What the races of a lane of the shared queue need of it. */
interface WorkLane {
  void add(Work item);

  @Nullable Work poll();
}
