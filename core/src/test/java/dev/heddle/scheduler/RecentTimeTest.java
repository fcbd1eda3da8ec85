package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The time as a worker has seen it last, with a worker that no thread plays. */
class RecentTimeTest {
  private static final int MOST_USES = 16;
  private static final int ENOUGH = 8;

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
  void whoIsToldThatTimePassesLooksAgain() {
    long seen = seenAndPast();
    worker.timePasses();
    long again = seenAndPast();
    assertThat(again).isGreaterThan(seen);
    assertThat(worker.recently()).as("told once, looked once").isEqualTo(again);
  }

  @Test
  void whoFoundNothingToDoLooksAgain() {
    for (int i = 0; i < ENOUGH; i++) { // choices that need not look at the clock any more
      worker.deque.push(new RuleBench.Item("item " + i));
    }
    for (int i = 0; i < ENOUGH; i++) {
      assertThat(worker.choose()).isNotNull();
    }
    long seen = seenAndPast();
    assertThat(worker.choose()).isNull();
    assertThat(worker.recently()).isGreaterThan(seen);
  }

  /** A bound thread that does other things is on its worker, which nobody plays meanwhile. */
  @Test
  void aWorkerThatIsNotPlayedKnowsTheTimeItself() {
    Worker other = new RuleBench(1, RuleBench.Limits.NONE).worker(0);
    long before = Clock.nanos();
    long first = other.recently();
    while (Clock.nanos() == first) {
      Thread.onSpinWait();
    }
    assertThat(first).isGreaterThanOrEqualTo(before);
    assertThat(other.recently()).isGreaterThan(first);
  }

  @Test
  void outsideItIsTheTime() {
    long before = Clock.nanos();
    assertThat(Clock.recently(null)).isGreaterThanOrEqualTo(before);
  }
}
