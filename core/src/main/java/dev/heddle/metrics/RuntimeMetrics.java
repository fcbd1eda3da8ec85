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
 * @param runTimes for how long workers were at one item at a stretch: those of all workers together
 * @param queueWaits for how long fibers and processes that could go on, and items of the shared
 *     queue, waited for a worker; of a sample, one in 50 microseconds for each queue at most. What
 *     stands in a worker's own deque is not among them, nor a process that its waker's worker goes
 *     on to at once
 */
public record RuntimeMetrics(
    Engine engine,
    List<WorkerMetrics> workers,
    long sharedQueue,
    int runners,
    int busyRunners,
    int fibers,
    long timers,
    int sparesStarted,
    Distribution runTimes,
    Distribution queueWaits) {

  /** How many items were run: each was chosen by one rule, so this is the sum over the rules. */
  public long runs() {
    return workers.stream().mapToLong(WorkerMetrics::total).sum();
  }

  /** How many items wait for a worker: in the shared queue, and with the workers. */
  public long queued() {
    return sharedQueue
        + workers.stream().mapToLong(worker -> (long) worker.queued() + worker.ready()).sum();
  }

  /** How many items all workers together chose by {@code rule}. */
  public long chosen(Rule rule) {
    return workers.stream().mapToLong(worker -> worker.chosen().getOrDefault(rule, 0L)).sum();
  }
}
