package dev.heddle.testing;

import dev.heddle.task.Body;

/** Where the stack is full. */
public final class StackEnd {
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
}
