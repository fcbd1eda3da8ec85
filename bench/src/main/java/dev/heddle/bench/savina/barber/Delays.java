package dev.heddle.bench.savina.barber;

import dev.heddle.bench.savina.Lehmer;

/** How long somebody is busy, again and again. */
final class Delays {
  private static final int AT_LEAST = 10;
  private static final int VARIATION = 1000;

  private final Lehmer random;
  private long sum;

  private Delays(int seed) {
    random = new Lehmer(seed);
  }

  /** Between two customers. */
  static Delays ofCustomers() {
    return new Delays(1);
  }

  /** For each haircut. */
  static Delays ofHaircuts() {
    return new Delays(2);
  }

  /** The next one: keeps the processor busy. */
  void pass() {
    sum += Lehmer.busy(random.next(VARIATION) + AT_LEAST);
  }

  /** What has been computed in all of them. */
  long sum() {
    return sum;
  }
}
