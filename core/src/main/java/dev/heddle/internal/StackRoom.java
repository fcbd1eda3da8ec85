package dev.heddle.internal;

/**
 * For code that must not stop in the middle: a {@link StackOverflowError} comes before its first
 * change, or not at all.
 */
public final class StackRoom {
  private static final int FRAMES = 100;

  private StackRoom() {}

  /** Overflows the stack now, if some 10 kB more would. About a tenth of a microsecond. */
  public static void need() {
    descend(FRAMES, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  }

  /** The numbers are there to take up room. */
  private static long descend(
      int frames, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
    return frames == 0
        ? a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j
        : descend(frames - 1, b, c, d, e, f, g, h, i, j, a) + frames;
  }
}
