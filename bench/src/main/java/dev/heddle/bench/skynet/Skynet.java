package dev.heddle.bench.skynet;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * A tree of actors. Each has a range of numbers: one with a single number sends it to its parent;
 * any other splits its range among ten children, and sends its parent the sum of what they send.
 */
final class Skynet extends Workload {
  static final int CHILDREN = 10;

  private static final int REPEATS = 1;

  final int leaves;
  final Finish finish = new Finish();

  /**
   * @param leaves a power of ten
   */
  Skynet(int leaves) {
    super(leaves, REPEATS);
    this.leaves = leaves;
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  @Override
  protected void check(long result) {
    checkEqual("the sum", (long) leaves * (leaves - 1) / 2, result);
    checkEqual("the number of sums to come", 0, finish.left());
  }
}
