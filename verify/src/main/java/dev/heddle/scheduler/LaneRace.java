package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A lane of the shared queue, up to two who add to it and up to two who take from it. Each item is
 * numbered; at the end, each that was added has been taken once, or is still there, and who takes
 * has seen the items of one who adds in their order.
 */
final class LaneRace {
  private static final int EACH = 8;

  /** The numbers of one who adds begin here, and those of the other one after as many. */
  private static final int ADDERS = 2;

  private final WorkLane lane;
  private final int[] added = new int[ADDERS];
  private final int[] takenByOne = new int[ADDERS * EACH];
  private final int[] takenByOther = new int[ADDERS * EACH];
  private boolean disorderedForOne;
  private boolean disorderedForOther;

  private LaneRace(WorkLane lane) {
    this.lane = lane;
  }

  static LaneRace real() {
    SharedLane lane = new SharedLane();
    return new LaneRace(
        new WorkLane() {
          @Override
          public void add(Work item) {
            lane.add(item);
          }

          @Override
          public @Nullable Work poll() {
            return lane.poll();
          }
        });
  }

  static LaneRace faulty(FaultyLane.Fault fault) {
    return new LaneRace(new FaultyLane(fault));
  }

  /** Before the race: {@code count} items are there. */
  LaneRace holding(int count) {
    add(count);
    return this;
  }

  /** One who adds. */
  void add(int count) {
    add(count, 0);
  }

  /** Another one who adds. */
  void addToo(int count) {
    add(count, 1);
  }

  private void add(int count, int adder) {
    for (int i = 0; i < count; i++) {
      lane.add(NumberedLink.numbered(adder * EACH + added[adder]++));
    }
  }

  /** One who takes: {@code times} times, in vain or not. */
  void take(int times) {
    disorderedForOne = take(times, takenByOne);
  }

  /** Another one who takes. */
  void takeToo(int times) {
    disorderedForOther = take(times, takenByOther);
  }

  /** Whether something came after what was added later by the same one. */
  private boolean take(int times, int[] taken) {
    boolean disordered = false;
    int[] last = {-1, -1};
    for (int i = 0; i < times; i++) {
      int number = NumberedLink.numberOf(lane.poll());
      if (number >= 0) {
        taken[number]++;
        int adder = number / EACH;
        disordered |= number < last[adder];
        last[adder] = number;
      }
    }
    return disordered;
  }

  /** Afterwards, with what is left taken: how many were lost, and how many came twice. */
  void verdict(II_Result r) {
    int[] left = new int[ADDERS * EACH];
    boolean disordered = take(ADDERS * EACH, left) || disorderedForOne || disorderedForOther;
    for (int adder = 0; adder < ADDERS; adder++) {
      boolean someLeft = false;
      for (int i = adder * EACH; i < adder * EACH + added[adder]; i++) {
        int times = left[i] + takenByOne[i] + takenByOther[i];
        r.r1 += times == 0 ? 1 : 0;
        r.r2 += times > 1 ? 1 : 0;
        disordered |= someLeft && left[i] == 0; // taken before what had come earlier
        someLeft |= left[i] > 0;
      }
    }
    r.r2 += disordered ? 100 : 0;
  }
}
