package dev.heddle.sim;

import java.time.Duration;
import java.util.List;

/**
 * How a simulation went that found nothing wrong.
 *
 * @param seed with which it can be repeated
 * @param steps how many steps were made
 * @param time how long it took, in its own time
 * @param digest a number that is made of every step: equal in runs that are equal
 * @param causes why it may not be repeatable: threads that are not simulated and had a part in it,
 *     waits for real time; empty: nothing was noticed
 */
public record SimulationReport(
    long seed, long steps, Duration time, long digest, List<String> causes) {
  public SimulationReport {
    causes = List.copyOf(causes);
  }

  /** Whether nothing was noticed that could be different the next time. */
  public boolean isRepeatable() {
    return causes.isEmpty();
  }
}
