package dev.heddle.bench.scan;

import dev.heddle.bench.child.Workload;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The prefix sums of an array, over a tree of its parts. Who knows what stands before a part passes
 * along it once. Who does not, because the part was stolen, goes up and down: up, each part's sum;
 * down, what stands before each part, and in the leaves the sums themselves. The root is node 1,
 * node n has the children 2n and 2n + 1.
 */
final class Scan extends Workload {
  /** Not split any further. */
  static final int CUT_OFF = 1024;

  static final int ROOT = 1;

  private static final int REPEATS = 3;
  private static final long SEED = 20_260_101;
  private static final int BOUND = 1_000;

  final int length;
  private final long[] numbers;
  private final long[] sums;
  private final long[] partSums;

  /**
   * @param length {@link #CUT_OFF} times a power of two
   */
  Scan(int length) {
    super(length, REPEATS);
    this.length = length;
    numbers = new SplittableRandom(SEED).longs(length, 0, BOUND).toArray();
    sums = new long[length];
    partSums = new long[2 * length / CUT_OFF];
  }

  /** Up, in a leaf. */
  void addLeaf(int node, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += numbers[i];
    }
    partSums[node] = sum;
  }

  /** Up, in any other node, when both children are done. */
  void addChildren(int node) {
    partSums[node] = partSums[2 * node] + partSums[2 * node + 1];
  }

  /** What stands before the right child of a node. */
  long beforeRight(int node, long before) {
    return end(2 * node, before);
  }

  /** The last sum of a node, after the way up. */
  long end(int node, long before) {
    return before + partSums[node];
  }

  /** Along or down, in a leaf. Returns the last of its sums. */
  long sumLeaf(int from, int to, long before) {
    long sum = before;
    for (int i = from; i < to; i++) {
      sum += numbers[i];
      sums[i] = sum;
    }
    return sum;
  }

  /** All of it, by plain calls. */
  long run() {
    return along(0, length, 0);
  }

  private long along(int from, int to, long before) {
    if (to - from <= CUT_OFF) {
      return sumLeaf(from, to, before);
    }
    int middle = (from + to) >>> 1;
    return along(middle, to, along(from, middle, before));
  }

  @Override
  protected void prepare() {
    Arrays.fill(sums, -1);
    Arrays.fill(partSums, -1);
  }

  @Override
  protected void check(long result) {
    long sum = 0;
    for (int i = 0; i < length; i++) {
      sum += numbers[i];
      if (sums[i] != sum) {
        checkEqual("the sum up to " + i, sum, sums[i]);
      }
    }
    checkEqual("the sum of all", sum, result);
  }
}
