package dev.heddle.testing;

import dev.heddle.task.Body;

/** Where the stack is full. */
public final class StackEnd {
  private static final int ROUNDS_OF_A_MEASUREMENT = 32;
  private static final ThreadLocal<Depth> DEPTH = ThreadLocal.withInitial(Depth::new);

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
   * Calls {@code operation} once in the lower part of the stack: another number of frames above the
   * end in each round, and every few rounds so near that it overflows, which is caught.
   *
   * <p>To overflow takes the JVM a look at each frame, some 300 microseconds. So where the end is
   * is found out now and then, and not in each round.
   */
  public static void reach(int round, Runnable operation) {
    Depth depth = DEPTH.get();
    depth.called = false;
    while (!depth.called) {
      if (depth.most == 0 || round % ROUNDS_OF_A_MEASUREMENT == 0) {
        depth.most = measured(depth);
      }
      int above = Math.floorMod(round * 97, depth.most * 3 / 10);
      try {
        descendTo(depth, depth.most - above, operation);
      } catch (StackOverflowError e) {
        depth.most = 0; // on the way: the frames have become larger since it was measured
      }
    }
  }

  /** How deep the calling thread can descend, and how its last descent went. */
  private static final class Depth {
    int most;
    int left;
    boolean called;
  }

  private static int measured(Depth depth) {
    try {
      descendTo(depth, Integer.MAX_VALUE, () -> {});
    } catch (StackOverflowError e) {
      // was to be expected
    }
    depth.called = false;
    return Integer.MAX_VALUE - depth.left - 1;
  }

  private static int descendTo(Depth depth, int left, Runnable operation) {
    depth.left = left;
    if (left > 0) {
      return descendTo(depth, left - 1, operation) + 1;
    }
    depth.called = true;
    try {
      operation.run();
    } catch (StackOverflowError e) {
      // was to be expected
    }
    return 0;
  }
}
