package dev.heddle.bench.scale;

import dev.heddle.Heddle;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.sim.Costs;
import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationConfig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;

/**
 * What was seen of a program on so many workers.
 *
 * @param workers how many
 * @param makespan how long the program took
 * @param steals how often work was stolen
 * @param failedSteals how often another worker was asked for work that had none
 * @param wakeUps how often a worker went to sleep, and so had to be woken
 */
record ScaleRow(int workers, Duration makespan, long steals, long failedSteals, long wakeUps) {
  private static final long MOST_STEPS = 100_000_000;

  /** Runs {@code program} on {@code workers} simulated workers. */
  static ScaleRow of(ScaleProgram program, int workers, long seed) {
    AtomicReference<ScaleRow> row = new AtomicReference<>();
    SimulationConfig config = SimulationConfig.DEFAULT.withCosts(Costs.COMMON).withMost(MOST_STEPS);
    Simulation.run(
        seed,
        config,
        () -> {
          try (Heddle heddle = Heddle.start(workers)) {
            Duration before = Simulation.elapsed();
            program.run(heddle);
            Duration makespan = Simulation.elapsed().minus(before);
            List<WorkerMetrics> counts = heddle.metrics().workers();
            long steals = sum(counts, WorkerMetrics::stealsMade);
            row.set(
                new ScaleRow(
                    workers,
                    makespan,
                    steals,
                    sum(counts, WorkerMetrics::stealsTried) - steals,
                    sum(counts, WorkerMetrics::parks)));
          }
        });
    return Objects.requireNonNull(row.get());
  }

  private static long sum(List<WorkerMetrics> workers, ToLongFunction<WorkerMetrics> count) {
    return workers.stream().mapToLong(count).sum();
  }

  /**
   * What any scheduler needs at most that never lets a worker idle while there is something to do:
   * an equal share of all the work, and the longest chain.
   *
   * @param alone the makespan on one worker
   */
  Duration greedyBound(Duration alone, Duration path) {
    return alone.dividedBy(workers).plus(path);
  }

  /** How many times the {@link #greedyBound} it took. */
  double ratio(Duration alone, Duration path) {
    return (double) makespan.toNanos() / greedyBound(alone, path).toNanos();
  }
}
