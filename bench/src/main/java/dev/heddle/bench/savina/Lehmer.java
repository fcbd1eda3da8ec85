package dev.heddle.bench.savina;

/**
 * Random numbers that are the same in every language: the next one is the last one times 48271,
 * modulo 2³¹ - 1. Nothing of it needs more than 47 bits, so Erlang's small integers will do. Savina
 * has a generator of 16 bits instead.
 */
public final class Lehmer {
  private static final long FACTOR = 48_271;
  private static final long MODULUS = 0x7fff_ffff;

  private long last;

  /**
   * @param seed from 1 to 2³¹ - 2
   */
  public Lehmer(int seed) {
    last = seed;
  }

  /** From 1 to 2³¹ - 2. */
  public int next() {
    last = last * FACTOR % MODULUS;
    return (int) last;
  }

  /** From 0 to {@code bound} - 1. */
  public int next(int bound) {
    return next() % bound;
  }

  /**
   * Keeps a processor busy for so many draws.
   *
   * @return the last one drawn, by a generator whose seed is their number
   */
  public static int busy(int draws) {
    Lehmer random = new Lehmer(draws);
    for (int i = 1; i < draws; i++) {
      random.next();
    }
    return random.next();
  }
}
