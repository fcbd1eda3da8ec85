package dev.heddle.bench.child;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells when rounds take as long as they will: the median of the last few is not better than that
 * of the few before, by more than a little.
 */
final class Settling {
  private static final int FEW = 4;
  private static final double LITTLE = 0.03;

  private final List<Double> costs = new ArrayList<>();

  void add(double cost) {
    costs.add(cost);
  }

  int rounds() {
    return costs.size();
  }

  boolean settled() {
    int n = costs.size();
    if (n < 2 * FEW) {
      return false;
    }
    double before = median(costs.subList(n - 2 * FEW, n - FEW));
    double now = median(costs.subList(n - FEW, n));
    return Math.abs(now - before) <= LITTLE * before;
  }

  private static double median(List<Double> some) {
    double[] sorted = some.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
