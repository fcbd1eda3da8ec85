package dev.heddle.metrics;

import java.util.List;

/**
 * How long something took, of all that was looked at: how often it took how long. Log-linear: each
 * bucket is an eighth of a power of two wide at most, so what is read from it is right within an
 * eighth.
 *
 * @param count how many there were
 * @param sum of all of them; nanoseconds
 * @param max the longest; nanoseconds
 * @param buckets those that are not empty, the shortest first
 */
public record Distribution(long count, long sum, long max, List<Bucket> buckets) {
  /** Of nothing. */
  public static final Distribution NONE = new Distribution(0, 0, 0, List.of());

  /**
   * Some that took about equally long.
   *
   * @param upTo the longest that it takes; nanoseconds
   * @param count how many there are
   */
  public record Bucket(long upTo, long count) {}

  public Distribution {
    buckets = List.copyOf(buckets);
  }

  /**
   * What {@code share} of them did not take longer than, within an eighth; 0 if there are none.
   *
   * @param share from 0 to 1: 0.5 is the median
   */
  public long quantile(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "a share of " + share + "; it has to be from 0 to 1, such as 0.99");
    }
    long wanted = Math.max(1, (long) Math.ceil(share * count));
    long seen = 0;
    for (Bucket bucket : buckets) {
      seen += bucket.count();
      if (seen >= wanted) {
        return Math.min(bucket.upTo(), max);
      }
    }
    return max;
  }

  /** The mean; 0 if there are none. */
  public long mean() {
    return count == 0 ? 0 : sum / count;
  }

  /** In short, for people: {@code 1200 times, 50 %: 96 ns, 99 %: 1151 ns, max: 7340 ns}. */
  @Override
  public String toString() {
    return count == 0
        ? "none"
        : count
            + (count == 1 ? " time" : " times")
            + ", 50 %: "
            + quantile(0.5)
            + " ns, 99 %: "
            + quantile(0.99)
            + " ns, max: "
            + max
            + " ns";
  }
}
