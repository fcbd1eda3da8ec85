package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.loom.StackRoom;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.StackEnd;
import org.junit.jupiter.api.Test;

class StackRoomTest extends ConcurrentTestCase {
  private int calls;
  private int overflows;

  /** Interpreted and compiled: the room is asked for in every mode, long after it was hot. */
  @Test
  void asksForMoreThanAFewCallsNeed() {
    Thread thread =
        StackEnd.smallThread(
            "small",
            () -> {
              for (int i = 0; i < 2_000; i++) {
                StackEnd.reach(i, this::need);
                for (int hot = 0; hot < 20; hot++) {
                  StackRoom.toRelease();
                }
              }
            });
    thread.start();
    await(thread);
    assertThat(calls).isGreaterThan(1_000);
    assertThat(overflows).as("of %d", calls).isGreaterThan(100);
  }

  private void need() {
    calls++;
    try {
      StackRoom.toRelease();
    } catch (StackOverflowError e) {
      overflows++;
    }
  }
}
