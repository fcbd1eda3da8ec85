package dev.heddle.bench.savina.chameneos;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Creatures that want to meet. Each tells the mall, which has the second of two meet the first;
 * both take the same colour and want to meet again. After so many meetings the mall sends home
 * whoever comes, who says how many it had, and ends. The mall ends last.
 */
final class Chameneos extends Workload {
  static final Object GO_HOME = "go home";
  private static final int REPEATS = 3;

  /** To who was met: its new colour. */
  record Change(Colour colour) {}

  /** To the mall, from one that goes home: how many it has met. */
  record Count(int meetings) {}

  final int creatures;
  final int meetings;
  final Finish finish = new Finish();

  Chameneos(int creatures, int meetings) {
    super(meetings, REPEATS);
    this.creatures = creatures;
    this.meetings = meetings;
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of creatures met", 2L * meetings, result);
    checkEqual("the number of malls to come", 0, finish.left());
  }
}
