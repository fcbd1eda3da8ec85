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
 * @param wakeUps how often it was woken; the other parks ended because a timer was due
 * @param stealsTried how often it asked another worker for work
 * @param stealsMade how often it got some; one steal may bring several items
 * @param itemsStolen how many items those steals brought
 * @param batches how often it brought a batch over from the shared queue
 * @param batchItems how many items those batches had
 * @param handOvers how often it went from a process straight to the one that it had sent to
 * @param spawnsSpared how often a program was told that a spawn is not worth while, and a call does
 *     as well ({@link dev.heddle.task.Parallel#isWorthwhile()})
 * @param queued items in its own deque now
 * @param ready fibers and processes that can go on and wait for it now
 * @param seenAt what it was at when it looked at the clock last: the class of a task, the name of a
 *     fiber, the PID of a process; empty if it was at nothing
 * @param runTimes for how long it was at one item at a stretch: a task, a fiber until it waits, a
 *     process until it lets others have their turn; of a sample, at most one in 64 of short ones,
 *     and all that take longer than 50 microseconds on average
 */
public record WorkerMetrics(
    int worker,
    boolean spare,
    State state,
    Map<Rule, Long> chosen,
    long spins,
    long parks,
    long wakeUps,
    long stealsTried,
    long stealsMade,
    long itemsStolen,
    long batches,
    long batchItems,
    long handOvers,
    long spawnsSpared,
    int queued,
    int ready,
    String seenAt,
    Distribution runTimes) {

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
