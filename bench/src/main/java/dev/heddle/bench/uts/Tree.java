package dev.heddle.bench.uts;

import dev.heddle.bench.child.Workload;

/**
 * The number of nodes of a binomial tree that a hash makes, as in the unbalanced tree search
 * benchmark (UTS), with SplitMix64 in place of SHA-1. The root has many children; every other node
 * has either {@link #BRANCHES} or none, and which of the two cannot be told before it is visited.
 * With an expected number of children a little below one, most subtrees are tiny and a few are
 * huge.
 */
final class Tree extends Workload {
  static final int BRANCHES = 4;

  private static final int REPEATS = 5;
  private static final double EXPECTED_CHILDREN = 0.994;
  private static final long SEED = 0x2545_F491_4F6C_DD1DL;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
  private static final long THRESHOLD = (long) (EXPECTED_CHILDREN / BRANCHES * (double) (1L << 53));

  final int rootChildren;
  private final long expected;

  Tree(int rootChildren) {
    this(rootChildren, nodes(rootChildren));
  }

  private Tree(int rootChildren, long nodes) {
    super((double) nodes, REPEATS);
    this.rootChildren = rootChildren;
    this.expected = nodes;
  }

  /** The root's child number {@code i}. */
  static long rootChild(int i) {
    return child(SEED, i);
  }

  /** A node's child number {@code i}: its hash, which is all there is to know about it. */
  static long child(long node, int i) {
    long z = node + (i + 1) * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return z ^ (z >>> 31);
  }

  /** How many children a node has that isn't the root. */
  static int children(long node) {
    return (node >>> 11) < THRESHOLD ? BRANCHES : 0;
  }

  /** The number of nodes by an ordinary search, with a stack of its own. */
  static long nodes(int rootChildren) {
    long count = 1;
    long[] stack = new long[rootChildren + (1 << 16)];
    int size = 0;
    for (int i = 0; i < rootChildren; i++) {
      stack[size++] = rootChild(i);
    }
    while (size > 0) {
      long node = stack[--size];
      count++;
      for (int i = children(node) - 1; i >= 0; i--) {
        stack[size++] = child(node, i);
      }
    }
    return count;
  }

  /** The number of nodes by plain calls. */
  long run() {
    long count = 1;
    for (int i = 0; i < rootChildren; i++) {
      count += count(rootChild(i));
    }
    return count;
  }

  private static long count(long node) {
    long count = 1;
    int children = children(node);
    for (int i = 0; i < children; i++) {
      count += count(child(node, i));
    }
    return count;
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of nodes", expected, result);
  }
}
