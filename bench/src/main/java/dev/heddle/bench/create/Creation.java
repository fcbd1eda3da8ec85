package dev.heddle.bench.create;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Creators that make many actors and send one message to each; an actor that has its message
 * arrives at the finish and ends.
 */
final class Creation extends Workload {
  private static final int REPEATS = 1;

  final int creators;
  final int each;
  final Finish finish = new Finish();

  /**
   * @param each how many actors each creator makes
   */
  Creation(int creators, int each) {
    super((double) creators * each, REPEATS);
    this.creators = creators;
    this.each = each;
  }

  private int total() {
    return creators * each;
  }

  @Override
  protected void prepare() {
    finish.expect(total());
  }

  @Override
  protected void check(long result) {
    checkEqual("the sum of the messages", total(), result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
