package dev.heddle.bench.session;

import java.util.List;

/**
 * What is told about the costs of a contender's rounds.
 *
 * @param median half of the rounds cost less
 * @param p10 a tenth of the rounds cost less
 * @param p90 a tenth of the rounds cost more
 * @param least what the cheapest round cost
 * @param most what the dearest round cost
 * @param rounds how many there were
 */
public record Statistics(
    double median, double p10, double p90, double least, double most, int rounds) {

  /** How far the slowest tenth may be from the fastest. */
  public static final double UNSTEADY = 2.5;

  private static final double LOW = 0.1;
  private static final double HALF = 0.5;
  private static final double HIGH = 0.9;

  /** Of at least one cost. */
  public static Statistics of(List<Double> costs) {
    double[] sorted = costs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Statistics(
        quantile(sorted, HALF),
        quantile(sorted, LOW),
        quantile(sorted, HIGH),
        quantile(sorted, 0),
        quantile(sorted, 1),
        sorted.length);
  }

  /** Whether the rounds differ so much that the next median may be another one. */
  public boolean isUnsteady() {
    return p90 > UNSTEADY * p10;
  }

  /** Between two neighbours on a straight line, as spreadsheets do. */
  static double quantile(double[] sorted, double fraction) {
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    double place = fraction * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
