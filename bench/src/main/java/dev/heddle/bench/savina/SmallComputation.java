package dev.heddle.bench.savina;

import dev.heddle.bench.BenchmarkFailure;

/** What an actor of Savina's fork-join benchmarks does with a message. */
public final class SmallComputation {
  /** The angle that Savina takes. */
  public static final double ANGLE = 37.2;

  private static final double PARTS = 1e6;

  private SmallComputation() {}

  /** The square of the sine. */
  public static double of(double angle) {
    double sine = Math.sin(angle);
    double square = sine * sine;
    if (square <= 0) {
      throw new BenchmarkFailure("an unlikely sine of " + angle);
    }
    return square;
  }

  /** A result as a whole number, in which the last bits of a sine make no difference. */
  public static long rounded(double result) {
    return Math.round(result * PARTS);
  }
}
