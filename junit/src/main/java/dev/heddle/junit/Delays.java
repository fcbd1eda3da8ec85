package dev.heddle.junit;

import java.time.Duration;

/**
 * All delays of all tests: a test that has to wait for a time takes it from here. On a slow machine
 * {@code -Dheddle.test.delays=5} makes each five times as long.
 */
public final class Delays {
  private static final double FACTOR = factor(System.getProperty("heddle.test.delays", "1"));

  /**
   * For what must not happen: how long a test looks whether it happens all the same; 20 ms. Too
   * short and a bug is found less often; a right program never fails by it.
   */
  public static final Duration SHORT = scaled(Duration.ofMillis(20));

  /** A timeout that is meant to run out; 50 ms. */
  public static final Duration TIMEOUT = scaled(Duration.ofMillis(50));

  /** For what must happen: after this long it counts as never; 20 s. */
  public static final Duration LONG = scaled(Duration.ofSeconds(20));

  private Delays() {}

  /** As long as {@code usual} is on an ordinary machine. */
  public static Duration scaled(Duration usual) {
    return Duration.ofNanos((long) (usual.toNanos() * FACTOR));
  }

  static double factor(String word) {
    double factor;
    try {
      factor = Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-Dheddle.test.delays=" + word + ": no number", e);
    }
    if (!(factor > 0 && factor <= 1_000_000)) {
      throw new IllegalArgumentException(
          "-Dheddle.test.delays=" + word + ": must be more than 0, and a million at most");
    }
    return factor;
  }
}
