package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The time as a worker has seen it last, with a worker that no thread plays. */
class RecentTimeTest {
  private static final int MOST_USES = 16;

  private final Worker worker = new RuleBench(1, RuleBench.Limits.NONE).worker(0);

  @BeforeEach
  void someThreadPlaysIt() {
    worker.begin(new Worker.Tenure(() -> false, Worker.Tenure.FOR_EVER));
  }

  private long seenAndPast() {
    long seen = worker.recently();
    while (Clock.nanos() == seen) {
      Thread.onSpinWait();
    }
    return seen;
  }

  @Test
  void aLookIsUsedSomeTimes() {
    long seen = seenAndPast();
    for (int i = 0; i < MOST_USES; i++) {
      assertThat(worker.recently()).isEqualTo(seen);
    }
    assertThat(worker.recently()).isGreaterThan(seen);
  }

  @Test
  void aLongItemIsToldToLookAgain() {
    long seen = seenAndPast();
    worker.takesLong();
    long again = seenAndPast();
    assertThat(again).isGreaterThan(seen);
    assertThat(worker.recently()).as("told once, looked once").isEqualTo(again);
  }

  @Test
  void whoFoundNothingToDoLooksAgain() {
    long seen = seenAndPast();
    assertThat(worker.choose()).isNull();
    assertThat(worker.recently()).isGreaterThan(seen);
  }

  @Test
  void outsideItIsTheTime() {
    long before = Clock.nanos();
    assertThat(Clock.recently(null)).isGreaterThanOrEqualTo(before);
  }
}
