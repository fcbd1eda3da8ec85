package dev.heddle.testing;

import java.time.Duration;

/**
 * All delays of all tests. On a slow machine {@code -Dheddle.test.delays=5} makes each five times
 * as long.
 */
public final class Delays {
  private static final double FACTOR =
      Double.parseDouble(System.getProperty("heddle.test.delays", "1"));

  /**
   * For what must not happen: how long a test looks whether it happens all the same. Too short and
   * a bug is found less often; a right program never fails by it.
   */
  public static final Duration SHORT = scaled(20);

  /** A timeout that is meant to run out. */
  public static final Duration TIMEOUT = scaled(50);

  /** For what must happen: after this long it counts as never. */
  public static final Duration LONG = scaled(20_000);

  /** A whole test that takes longer is wedged. */
  public static final Duration WEDGED = scaled(60_000);

  private Delays() {}

  /** {@code millis} on an ordinary machine. */
  public static Duration scaled(long millis) {
    return Duration.ofNanos((long) (millis * 1_000_000 * FACTOR));
  }
}
