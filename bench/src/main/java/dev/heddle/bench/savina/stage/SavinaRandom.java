package dev.heddle.bench.savina.stage;

/** The generator that Savina has, so that the inputs are its own: numbers of 16 bits. */
public final class SavinaRandom {
  private static final long FACTOR = 1309;
  private static final long ADDEND = 13849;
  private static final long MASK = 0xffff;

  private long value;

  /** With the seed that Savina has for the benchmark. */
  public SavinaRandom(long seed) {
    this.value = seed;
  }

  /** The next one. */
  public long next() {
    value = (value * FACTOR + ADDEND) & MASK;
    return value;
  }

  /** The next {@code count}. */
  public long[] next(int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = next();
    }
    return values;
  }
}
