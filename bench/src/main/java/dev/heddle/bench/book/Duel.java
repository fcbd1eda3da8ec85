package dev.heddle.bench.book;

import dev.heddle.bench.Entry;
import dev.heddle.bench.Suite;
import dev.heddle.bench.session.Statistics;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Heddle against a rival.
 *
 * @param suite the benchmark's suite
 * @param benchmark in which benchmark
 * @param variant under which conditions
 * @param workers with how many threads
 * @param rival against whom
 * @param ratio the rival's median cost divided by Heddle's
 * @param own what Heddle's rounds cost; null if that was not recorded
 * @param others what the rival's rounds cost
 * @param limit what the same work costs in plain calls, shared out evenly among the workers; null
 *     if that was not recorded
 */
record Duel(
    Suite suite,
    String benchmark,
    String variant,
    int workers,
    Rival rival,
    double ratio,
    @Nullable Statistics own,
    Statistics others,
    @Nullable Double limit) {

  /** Below this Heddle is slower by more than chance. */
  static final double LOST = 0.95;

  private static final int ENOUGH_ROUNDS = 5;

  boolean lost() {
    return ratio < LOST;
  }

  /** What the ratio would be if Heddle cost nothing; where there is a limit. */
  double ratioAtLimit() {
    return others.median() / Objects.requireNonNull(limit);
  }

  /**
   * Whether the rounds of the two overlap: a tenth of Heddle's were as good as half of the rival's,
   * and a tenth of the rival's as bad as half of Heddle's. Not said of so few rounds that a tenth
   * of them means nothing.
   */
  boolean overlaps() {
    return own != null
        && Math.min(own.rounds(), others.rounds()) >= ENOUGH_ROUNDS
        && own.p10() <= others.median()
        && others.p90() >= own.median();
  }

  /** Whether the median of one of the two may be another one next time. */
  boolean isUnsteady() {
    return others.isUnsteady() || (own != null && own.isUnsteady());
  }

  /** Whether {@code other} is about the same, against whomever. */
  boolean isOfSameRow(Duel other) {
    return benchmark.equals(other.benchmark)
        && variant.equals(other.variant)
        && workers == other.workers;
  }

  /** Benchmark and variant. */
  String label() {
    return variant.equals(Entry.ONLY_VARIANT) ? benchmark : benchmark + " " + variant;
  }
}
