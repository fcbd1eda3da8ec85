package dev.heddle.bench.ring;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Members in a ring, around which one number goes. Each sends it on to the next, less one, and the
 * one that gets a zero says that it has ended. One hop more than asked for, so that this is not the
 * first one of all, where the number would be too if it were not sent on.
 */
final class Ring extends Workload {
  final int members;
  final int hops;
  final Finish finish = new Finish();

  /**
   * @param hops how often the number is sent on, less one; divisible by {@code members}
   * @param hopsInUnit how many of these make a unit
   * @param repeats how many runs make a round
   */
  Ring(int members, int hops, int hopsInUnit, int repeats) {
    super((double) (hops + 1) / hopsInUnit, repeats);
    this.members = members;
    this.hops = hops + 1;
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
