package dev.heddle.metrics;

import java.util.List;

/**
 * How a shutdown went.
 *
 * @param abandoned how many accepted items were never started
 * @param interrupted the names of the fibers and runners that were interrupted because the time was
 *     up
 * @param unfinished what was still under way at the end: a thread's name and its stack each
 */
public record ShutdownReport(long abandoned, List<String> interrupted, List<String> unfinished) {
  public ShutdownReport {
    interrupted = List.copyOf(interrupted);
    unfinished = List.copyOf(unfinished);
  }

  /** Whether everything that was accepted has ended by itself. */
  public boolean orderly() {
    return abandoned == 0 && interrupted.isEmpty() && unfinished.isEmpty();
  }
}
