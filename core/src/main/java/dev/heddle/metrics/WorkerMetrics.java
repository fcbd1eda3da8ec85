package dev.heddle.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one worker has done since it started. The counts are read while the worker runs, so they are
 * each right at some moment of the read, not all at the same one.
 *
 * @param worker the worker's number
 * @param spare whether it is no permanent worker, but a spare one or a thread that waits
 * @param state what it does now
 * @param chosen how many items it chose by each rule
 * @param spins how often it looked once more before it parked
 * @param parks how often it parked
 * @param stealsTried how often it asked another worker for work
 * @param stealsMade how often it got some; one steal may bring several items
 * @param itemsStolen how many items those steals brought
 * @param queued items in its own deque now
 * @param ready fibers that wait for it now
 */
public record WorkerMetrics(
    int worker,
    boolean spare,
    State state,
    Map<Rule, Long> chosen,
    long spins,
    long parks,
    long stealsTried,
    long stealsMade,
    long itemsStolen,
    int queued,
    int ready) {

  /** What a worker does. */
  public enum State {
    /** Runs an item or chooses one. */
    BUSY,
    /** Looks for work with nothing of its own. */
    SEARCHING,
    /** Sleeps until it is woken. */
    PARKED,
    /** Has ended. */
    STOPPED
  }

  public WorkerMetrics {
    EnumMap<Rule, Long> copy = new EnumMap<>(Rule.class);
    copy.putAll(chosen);
    chosen = Collections.unmodifiableMap(copy);
  }

  /** How many items this worker chose in all. */
  public long total() {
    return chosen.values().stream().mapToLong(Long::longValue).sum();
  }
}
