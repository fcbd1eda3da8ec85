package dev.heddle.fiber;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How timeouts are read. */
final class Times {
  private Times() {}

  /** {@code time} in nanoseconds; as many as fit, which is 292 years, and counts as without end. */
  static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }
}
