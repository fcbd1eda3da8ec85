package dev.heddle.verify;

import java.time.Duration;

/** How much the stress tests do, in one place: short, or with {@code -Dheddle.long=true} long. */
public final class Effort {
  private static final boolean LONG = Boolean.getBoolean("heddle.long");

  /** After so long without any progress something is stuck, however busy the machine is. */
  public static final Duration STUCK = Duration.ofSeconds(30);

  /** By then a broken variant has been caught, or the test is no good. */
  public static final Duration CAUGHT_WITHIN = Duration.ofMinutes(1);

  private Effort() {}

  /** A number of repetitions. */
  public static int times(int inShort) {
    return times(inShort, inShort * 50);
  }

  /** A number of repetitions, by form. */
  public static int times(int inShort, int inLong) {
    return LONG ? inLong : inShort;
  }

  /** A time to go on repeating. */
  public static Duration time(Duration inShort) {
    return time(inShort, inShort.multipliedBy(50));
  }

  /** A time to go on repeating, by form. */
  public static Duration time(Duration inShort, Duration inLong) {
    return LONG ? inLong : inShort;
  }
}
