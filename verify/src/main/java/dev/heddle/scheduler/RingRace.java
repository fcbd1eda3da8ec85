package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A ring of two slots at first, its owner and up to two others who take from it. Each fiber is
 * numbered; at the end, each that was added has been taken once, or is still there.
 */
final class RingRace {
  private static final int MOST = 8;

  private record NumberedFiber(int number) implements Runnable {
    @Override
    public void run() {}
  }

  private final FiberRing ring;
  private int added;
  private final int[] takenByOne = new int[MOST];
  private final int[] takenByOther = new int[MOST];
  private boolean disordered;

  private RingRace(FiberRing ring) {
    this.ring = ring;
  }

  static RingRace real() {
    return new RingRace(new RealRing(2));
  }

  static RingRace faulty(FaultyRing.Fault fault) {
    return new RingRace(new FaultyRing(fault, 2));
  }

  /** Before the race: {@code count} fibers are there. */
  RingRace holding(int count) {
    add(count);
    return this;
  }

  /** Before the race: the ring has grown to four slots, and {@code left} fibers are left in it. */
  RingRace grownHolding(int left) {
    add(3);
    for (int i = 3; i > left; i--) {
      note(ring.poll(), takenByOther);
    }
    return this;
  }

  /** Owner. */
  void add(int count) {
    for (int i = 0; i < count; i++) {
      ring.add(new NumberedFiber(added++));
    }
  }

  /** Owner, as before a sleep. */
  void releaseMemory() {
    ring.releaseMemory();
  }

  /** Owner, now and then. */
  void renew() {
    ring.renew();
  }

  /** One who takes: {@code times} times, in vain or not. */
  void take(int times) {
    take(times, takenByOne);
  }

  /** Another one who takes. */
  void takeToo(int times) {
    take(times, takenByOther);
  }

  private void take(int times, int[] taken) {
    int last = -1;
    for (int i = 0; i < times; i++) {
      int number = note(ring.poll(), taken);
      if (number >= 0 && number < last) {
        disordered = true;
      }
      last = Math.max(last, number);
    }
  }

  private static int note(@Nullable Runnable fiber, int[] taken) {
    if (fiber instanceof NumberedFiber numbered) {
      taken[numbered.number]++;
      return numbered.number;
    }
    return -1;
  }

  /** Afterwards, with what is left taken: how many were lost, and how many came twice. */
  void verdict(II_Result r) {
    int[] left = new int[MOST];
    for (int i = 0; i < MOST; i++) {
      note(ring.poll(), left);
    }
    for (int i = 0; i < added; i++) {
      int times = left[i] + takenByOne[i] + takenByOther[i];
      r.r1 += times == 0 ? 1 : 0;
      r.r2 += times > 1 ? 1 : 0;
    }
    r.r2 += disordered ? 100 : 0;
  }
}
