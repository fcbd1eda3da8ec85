package dev.heddle.bench.inflow;

/** What a counter has counted in this run. Used by one at a time. */
final class Total {
  private final Inflow inflow;
  private int received;
  private long sum;

  Total(Inflow inflow) {
    this.inflow = inflow;
  }

  void add(int number) {
    sum += number;
    if (++received == inflow.total()) {
      long all = sum;
      received = 0;
      sum = 0;
      inflow.finish.arrive(all);
    }
  }
}
