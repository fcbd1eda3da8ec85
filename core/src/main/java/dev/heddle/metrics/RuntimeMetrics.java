package dev.heddle.metrics;

import java.util.List;

/**
 * What a runtime has done since it started.
 *
 * @param engine what its tasks run on
 * @param workers one entry a worker, spare ones and those that left included
 * @param sharedQueue items in the shared queue now, an estimate while it is in use
 * @param runners runners that exist now: fibers that carry tasks
 * @param busyRunners runners with a task under way, running or blocked
 * @param fibers fibers that have been started and have not ended
 * @param timers sleeps and timed waits that are under way on the virtual engine; in a runtime
 *     without workers the JDK keeps the time
 * @param sparesStarted how many spare workers the watchdog has added
 */
public record RuntimeMetrics(
    Engine engine,
    List<WorkerMetrics> workers,
    long sharedQueue,
    int runners,
    int busyRunners,
    int fibers,
    long timers,
    int sparesStarted) {

  /** How many items all workers together chose by {@code rule}. */
  public long chosen(Rule rule) {
    return workers.stream().mapToLong(worker -> worker.chosen().getOrDefault(rule, 0L)).sum();
  }
}
