package dev.heddle.supervisor;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * How long a supervisor waits before it starts a child again: longer each time, up to a limit, and
 * from the beginning again once the child has lived for a while. Chance takes a part away, so that
 * children that crash together do not come back together.
 *
 * @param first before the first restart; zero: never
 * @param most before any
 * @param factor how many times as long from one restart to the next
 * @param jitter which part of it chance may take away: 0 none, 1 all
 * @param quiet a child that has lived for so long counts as one that has not crashed
 * @param seed where chance begins; empty: somewhere
 */
public record Backoff(
    Duration first,
    Duration most,
    double factor,
    double jitter,
    Duration quiet,
    OptionalLong seed) {
  /** Restarts at once. */
  public static final Backoff NONE =
      new Backoff(Duration.ZERO, Duration.ZERO, 1, 0, Duration.ofSeconds(10), OptionalLong.empty());

  public Backoff {
    Times.checkNotNegative("the first wait", first);
    if (most.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "the longest wait: " + most + ", must not be shorter than the first, " + first);
    }
    if (!(factor >= 1 && factor <= 1_000)) {
      throw new IllegalArgumentException("factor: " + factor + ", must be between 1 and 1000");
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      throw new IllegalArgumentException("jitter: " + jitter + ", must be between 0 and 1");
    }
    Times.checkNotNegative("the quiet time", quiet);
    Objects.requireNonNull(seed, "seed");
  }

  /** Twice as long each time, of which chance takes up to a fifth; quiet is ten seconds. */
  public static Backoff exponential(Duration first, Duration most) {
    return new Backoff(first, most, 2, 0.2, Duration.ofSeconds(10), OptionalLong.empty());
  }

  /** With another factor. */
  public Backoff withFactor(double factor) {
    return new Backoff(first, most, factor, jitter, quiet, seed);
  }

  /** With another jitter. */
  public Backoff withJitter(double jitter) {
    return new Backoff(first, most, factor, jitter, quiet, seed);
  }

  /** With another quiet time. */
  public Backoff withQuiet(Duration quiet) {
    return new Backoff(first, most, factor, jitter, quiet, seed);
  }

  /** With chance that is the same in every run. */
  public Backoff withSeed(long seed) {
    return new Backoff(first, most, factor, jitter, quiet, OptionalLong.of(seed));
  }

  /**
   * How long to wait before a restart.
   *
   * @param before how many restarts there were since the child last lived quietly
   */
  public Duration delay(int before, RandomGenerator random) {
    if (first.isZero()) {
      return Duration.ZERO;
    }
    double whole =
        Math.min(
            (double) Times.nanos(first) * Math.pow(factor, before), (double) Times.nanos(most));
    return Duration.ofNanos((long) (whole * (1 - jitter * random.nextDouble())));
  }

  @Override
  public String toString() {
    return first.isZero()
        ? "no backoff"
        : "backoff %s to %s".formatted(Times.of(first), Times.of(most));
  }
}
