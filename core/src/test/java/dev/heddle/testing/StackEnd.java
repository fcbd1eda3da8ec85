package dev.heddle.testing;

import dev.heddle.task.Body;

/** Where the stack is full. */
public final class StackEnd {
  private static final int NEAR = 480;

  private StackEnd() {}

  /** Overflows the stack. */
  public static int overflow() {
    return overflow(0);
  }

  private static int overflow(int depth) {
    return depth == Integer.MAX_VALUE ? depth : overflow(depth + 1) + 1;
  }

  /**
   * Runs {@code body} at the end of the stack; if that is too near, so that it overflows, again a
   * frame further up, until it does not.
   */
  public static void run(Body body) throws Exception {
    descend(0, body);
  }

  private static int descend(int depth, Body body) throws Exception {
    if (depth == Integer.MAX_VALUE) {
      return depth;
    }
    try {
      return descend(depth + 1, body) + 1;
    } catch (StackOverflowError e) {
      body.run();
      return 0;
    }
  }

  /** A thread with a small stack that does {@code body}; not started. */
  public static Thread smallThread(String name, Runnable body) {
    return new Thread(null, body, name, 256 << 10);
  }

  /**
   * Descends to the end of the stack, and on the way up calls {@code operation} once: another
   * number of frames above the end in each round. What overflows there is caught.
   */
  public static void reach(int round, Runnable operation) {
    descendFor(0, Math.floorMod(round * 97, NEAR), operation);
  }

  /** How many frames above the end; -1: the operation was called. */
  private static int descendFor(int depth, int distance, Runnable operation) {
    int above;
    try {
      above = depth == Integer.MAX_VALUE ? 0 : descendFor(depth + 1, distance, operation) + 1;
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
