package dev.heddle.internal;

/**
 * For code that must not stop in the middle: a {@link StackOverflowError} comes before its first
 * change, or not at all.
 */
public final class StackRoom {
  private static final int FRAMES = 48;

  private StackRoom() {}

  /** Overflows the stack now, if a few dozen more calls would. Some tens of nanoseconds. */
  public static void need() {
    descend(FRAMES, 1, 2, 3, 4, 5, 6);
  }

  /** The numbers are there to take up room. */
  private static long descend(int frames, long a, long b, long c, long d, long e, long f) {
    return frames == 0 ? a ^ b ^ c ^ d ^ e ^ f : descend(frames - 1, b, c, d, e, f, a) + frames;
  }
}
