package dev.heddle.bench.savina.chameneos;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * Creatures that want to meet. Each tells the mall, which has the second of two meet the first;
 * both take the same colour and want to meet again. After so many meetings the mall sends home
 * whoever comes, who says how many it had and what colour it has, and ends. The mall ends last.
 *
 * <p>With the colours numbered 0, 1, 2 the rest of their sum by three is the same after a meeting
 * as before: of two colours a and b that differ, the third is congruent to -a-b, and twice that to
 * a+b.
 */
final class Chameneos extends Workload {
  static final Object GO_HOME = "go home";
  private static final int REPEATS = 3;

  /** To who was met: its new colour. */
  record Change(Colour colour) {}

  /** To the mall, from one that goes home: how many it has met, and what it looks like. */
  record Count(int meetings, Colour colour) {}

  /** Those that have gone home. The mall has it. */
  static final class Gone {
    private int creatures;
    private long met;
    private long colours;

    /**
     * One more has gone.
     *
     * @return how many have
     */
    int add(Count count) {
      met += count.meetings;
      colours += count.colour.ordinal();
      return ++creatures;
    }

    /** For the finish. */
    long result() {
      return met * Colour.COUNT + colours % Colour.COUNT;
    }
  }

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
    long colours = 0;
    for (int i = 0; i < creatures; i++) {
      colours += Colour.ofNumber(i).ordinal();
    }
    checkEqual("the number of creatures met", 2L * meetings, result / Colour.COUNT);
    checkEqual("the rest of the colours", colours % Colour.COUNT, result % Colour.COUNT);
    checkEqual("the number of malls to come", 0, finish.left());
  }
}
