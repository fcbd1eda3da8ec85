package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One deque with numbered items, and which of them the owner and the thieves took. Whatever they
 * do, each item is taken exactly once, by them or by the {@link #verdict} that empties the deque.
 */
final class DequeRace {
  private final StealingDeque deque;
  private final byte[] byOwner;
  private final byte[] byThief;
  private final byte[] byOtherThief;
  private int pushed;
  private NumberedItem newest = new NumberedItem(-1);

  /**
   * @param deque an empty one
   * @param queued how many items are in it when the race begins
   * @param items how many there will ever be
   */
  DequeRace(StealingDeque deque, int queued, int items) {
    this.deque = deque;
    byOwner = new byte[items];
    byThief = new byte[items];
    byOtherThief = new byte[items];
    push(queued);
  }

  /** Owner. */
  void push(int n) {
    for (int i = 0; i < n; i++) {
      newest = new NumberedItem(pushed++);
      deque.push(newest);
    }
  }

  /** Owner. */
  void pop(int n) {
    for (int i = 0; i < n; i++) {
      note(deque.pop(), byOwner);
    }
  }

  /** Owner: takes back what it has pushed last. */
  void takeBackNewest() {
    if (deque.takeBack(newest)) {
      note(newest, byOwner);
    }
  }

  /** Owner. */
  void releaseMemory() {
    deque.releaseMemory();
  }

  /** Thief: tries to steal {@code times} times. */
  void steal(int times) {
    steal(times, byThief);
  }

  /** Another thief. */
  void stealToo(int times) {
    steal(times, byOtherThief);
  }

  private void steal(int times, byte[] tally) {
    @Nullable Work[] loot = new Work[WorkDeque.BATCH];
    for (int i = 0; i < times; i++) {
      int n = deque.steal(loot);
      for (int k = 0; k < n; k++) {
        note(loot[k], tally);
      }
    }
  }

  private static void note(@Nullable Work item, byte[] tally) {
    if (item != null) {
      tally[((NumberedItem) item).number]++;
    }
  }

  /** Afterwards: how many items were lost, and how many were taken more than once. */
  void verdict(II_Result r) {
    pop(byOwner.length + 1);
    for (int i = 0; i < pushed; i++) {
      int taken = byOwner[i] + byThief[i] + byOtherThief[i];
      if (taken == 0) {
        r.r1++;
      } else if (taken > 1) {
        r.r2++;
      }
    }
  }
}
