package dev.heddle.metrics;

import java.util.List;

/**
 * A runtime at one moment, or nearly: it goes on while it is looked at. Plain data, so that it can
 * go over a wire as it is.
 *
 * @param runtime the runtime's name
 * @param atMillis when it was taken, since 1970
 * @param uptimeMillis for how long the runtime has been there
 * @param closing whether it has been told to close
 * @param metrics its workers and what they have done
 * @param fibers its fibers
 * @param processes its processes
 * @param deadlocks rings of fibers of which each waits for what the next one holds, by name; of
 *     those looked at
 * @param incidents the last things that somebody may want to know of, the oldest first; some at
 *     most
 */
public record RuntimeSnapshot(
    String runtime,
    long atMillis,
    long uptimeMillis,
    boolean closing,
    RuntimeMetrics metrics,
    FiberCensus fibers,
    ProcessCensus processes,
    List<List<String>> deadlocks,
    List<Incident> incidents) {
  public RuntimeSnapshot {
    deadlocks = List.copyOf(deadlocks);
    incidents = List.copyOf(incidents);
  }
}
