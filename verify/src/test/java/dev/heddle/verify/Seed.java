package dev.heddle.verify;

import java.util.SplittableRandom;

/**
 * The seed of a random test: a new one each time, or that of {@code -Dheddle.seed}. It decides what
 * each thread does, not how the threads meet, so a repeated run is likely and not certain to fail
 * alike.
 *
 * @param value the seed
 */
public record Seed(long value) {
  /** The seed for {@code test}, printed with the way to use it again. */
  public static Seed of(String test) {
    Long given = Long.getLong("heddle.seed");
    long value = given != null ? given : System.nanoTime() * 0x9E3779B97F4A7C15L;
    System.out.println(test + ": repeat with -Dheddle.seed=" + value);
    return new Seed(value);
  }

  /** Random numbers for one of the test's threads. */
  public SplittableRandom random(int thread) {
    return new SplittableRandom(value + thread);
  }
}
