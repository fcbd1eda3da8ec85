package dev.heddle.bench.savina.bndbuffer;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import dev.heddle.bench.savina.Lehmer;

/**
 * As many producers as consumers, with a buffer between them. To make an item costs as much as to
 * use it.
 */
final class BoundedBuffer extends Workload {
  /** How many items may have been made, but not yet be at a consumer. */
  static final int CAPACITY = 50;

  /** Logarithms for each item: Savina's cost of 25, each a hundred of them. */
  private static final int COST = 25;

  private static final int LOGARITHMS = 100 * COST;
  private static final double MODULUS = 0x1p31;
  private static final int REPEATS = 1;

  final int pairs;
  final int items;
  final Finish finish = new Finish();

  /**
   * @param pairs how many producers, and how many consumers
   * @param items of each producer
   */
  BoundedBuffer(int pairs, int items) {
    super((double) pairs * items, REPEATS);
    this.pairs = pairs;
    this.items = items;
  }

  /** Makes an item from the last one, or uses one: adds always the same. */
  static double process(double term) {
    Lehmer random = new Lehmer(COST);
    double sum = term;
    for (int i = 0; i < LOGARITHMS; i++) {
      sum += Math.log(random.next() / MODULUS + 0.01);
    }
    return sum;
  }

  @Override
  protected void prepare() {
    finish.expect(2 * pairs);
  }

  /**
   * A producer's items are 1, 2, 3 … times the cost of one, and a consumer adds this cost to each.
   *
   * @param result the sum of what the consumers have, each rounded
   */
  @Override
  protected void check(long result) {
    long ofOne = (long) items * (items + 1) / 2 + items;
    checkEqual("the sum of all items", pairs * ofOne, Math.round(result / process(0)));
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
