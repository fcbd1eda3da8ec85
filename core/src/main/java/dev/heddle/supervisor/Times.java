package dev.heddle.supervisor;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Durations as numbers and as text. */
final class Times {
  private Times() {}

  /** As many as fit. */
  static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }

  /** Whether it is so long that it means: no limit. */
  static boolean isEndless(Duration time) {
    return nanos(time) == Long.MAX_VALUE;
  }

  static void checkNotNegative(String what, Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException(what + ": " + time + ", must not be negative");
    }
  }

  /** As one would say it: {@code 5s}, {@code 1m30s}, {@code 0.25s}. */
  static String of(Duration time) {
    return isEndless(time) ? "any time" : time.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
