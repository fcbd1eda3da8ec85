package dev.heddle.bench.book;

import dev.heddle.bench.Entry;
import dev.heddle.bench.Suite;

/**
 * Heddle against a rival.
 *
 * @param suite the benchmark's suite
 * @param benchmark in which benchmark
 * @param variant under which conditions
 * @param workers with how many threads
 * @param rival against whom
 * @param ratio the rival's median cost divided by Heddle's
 */
record Duel(Suite suite, String benchmark, String variant, int workers, Rival rival, double ratio) {

  /** Below this Heddle is slower by more than chance. */
  static final double LOST = 0.95;

  boolean lost() {
    return ratio < LOST;
  }

  /** Benchmark and variant. */
  String label() {
    return variant.equals(Entry.ONLY_VARIANT) ? benchmark : benchmark + " " + variant;
  }
}
