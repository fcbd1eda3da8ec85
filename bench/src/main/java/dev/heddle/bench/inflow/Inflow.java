package dev.heddle.bench.inflow;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/** Producers that send numbers to one counter, as fast as they can; it adds them up. */
final class Inflow extends Workload {
  private static final int REPEATS = 1;

  /** Their numbers, as objects that are there already. */
  private static final int NUMBERS = 128;

  final int producers;
  final int each;
  final Finish finish = new Finish();

  /**
   * @param each how many messages each producer sends
   */
  Inflow(int producers, int each) {
    super((double) producers * each, REPEATS);
    this.producers = producers;
    this.each = each;
  }

  /** How many messages there are in all. */
  int total() {
    return producers * each;
  }

  /** What a producer sends as its message {@code i}. */
  static Integer number(int i) {
    return i % NUMBERS;
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  @Override
  protected void check(long result) {
    long sumOfOne = 0;
    for (int i = 0; i < each; i++) {
      sumOfOne += number(i);
    }
    checkEqual("the sum of the messages", producers * sumOfOne, result);
    checkEqual("the number of sums to come", 0, finish.left());
  }
}
