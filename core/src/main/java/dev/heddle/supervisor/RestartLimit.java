package dev.heddle.supervisor;

import java.time.Duration;

/**
 * How many restarts a supervisor takes for bad luck. One more within the time, and it takes them
 * for a fault that restarts do not cure: it stops its children and fails, so that its own
 * supervisor can act.
 *
 * @param restarts how many at most, of all its children together; 0: the first crash is too much
 * @param within in which time
 */
public record RestartLimit(int restarts, Duration within) {
  /** Three within five seconds. */
  public static final RestartLimit DEFAULT = new RestartLimit(3, Duration.ofSeconds(5));

  public RestartLimit {
    if (restarts < 0) {
      throw new IllegalArgumentException("restarts: " + restarts + ", must be at least 0");
    }
    if (!within.isPositive()) {
      throw new IllegalArgumentException(
          "the time of the restart limit: " + within + ", must be above zero");
    }
  }

  @Override
  public String toString() {
    return "at most "
        + restarts
        + (restarts == 1 ? " restart" : " restarts")
        + " in "
        + Times.of(within);
  }
}
