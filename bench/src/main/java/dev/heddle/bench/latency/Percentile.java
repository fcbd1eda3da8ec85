package dev.heddle.bench.latency;

/** What of a round's latencies is told: the variants. */
enum Percentile {
  P50("p50", 50),
  P99("p99", 99),
  P99_9("p99.9", 99.9);

  private final String variant;
  private final double percent;

  Percentile(String variant, double percent) {
    this.variant = variant;
    this.percent = percent;
  }

  String variant() {
    return variant;
  }

  double percent() {
    return percent;
  }
}
