package dev.heddle.bench.ring;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Members in a ring, around which one number goes. Each sends it on to the next, less one, and the
 * one that gets a zero says that it has ended.
 */
final class Ring extends Workload {
  final int members;
  final int hops;
  final Finish finish = new Finish();

  /**
   * @param hops how often the number is sent on
   * @param hopsInUnit how many of these make a unit
   * @param repeats how many runs make a round
   */
  Ring(int members, int hops, int hopsInUnit, int repeats) {
    super((double) hops / hopsInUnit, repeats);
    this.members = members;
    this.hops = hops;
  }

  /** The member after this one. */
  int after(int member) {
    return (member + 1) % members;
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  @Override
  protected void check(long result) {
    checkEqual("the member that the number ended at", hops % members, result);
    checkEqual("the number of ends to come", 0, finish.left());
  }
}
