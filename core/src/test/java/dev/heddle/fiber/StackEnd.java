package dev.heddle.fiber;

/** Calls something near the end of the stack, where it overflows or just does not. */
final class StackEnd {
  private static final int NEAR = 768;

  private StackEnd() {}

  /** A thread with a small stack that does {@code body}; not started. */
  static Thread smallThread(String name, Runnable body) {
    return new Thread(null, body, name, 256 << 10);
  }

  /**
   * Descends to the end of the stack, and on the way up calls {@code operation} once: another
   * number of frames above the end in each round. What overflows there is caught.
   */
  static void reach(int round, Runnable operation) {
    descend(0, Math.floorMod(round * 97, NEAR), operation);
  }

  /** How many frames above the end; -1: the operation was called. */
  private static int descend(int depth, int distance, Runnable operation) {
    int above;
    try {
      above = depth == Integer.MAX_VALUE ? 0 : descend(depth + 1, distance, operation) + 1;
    } catch (StackOverflowError e) {
      above = 1;
    }
    if (above > distance) {
      try {
        operation.run();
      } catch (StackOverflowError e) {
        // was to be expected
      }
      return Integer.MIN_VALUE;
    }
    return above;
  }
}
