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

  /** It was told the time when it woke up, and what it was woken for shall not wait for more. */
  @Test
  void afterASleepTheSecondChoiceLooks() {
    long woken = Clock.nanos();
    worker.slept(woken);
    worker.deque.push(new RuleBench.Item("first"));
    worker.deque.push(new RuleBench.Item("second"));
    assertThat(worker.choose()).isNotNull();
    assertThat(worker.recently()).isEqualTo(woken);
    assertThat(worker.choose()).isNotNull();
    assertThat(worker.recently()).isGreaterThan(woken);
  }

  @Test
  void whatIsDueAfterASleepGoesFirst() {
    Timer due = new ParkTimer(Thread.currentThread(), this);
    worker.timers.add(due, Clock.nanos());
    while (!worker.timers.isDue(Clock.nanos())) {
      Thread.onSpinWait();
    }
    worker.slept(Clock.nanos());
    worker.deque.push(new RuleBench.Item("woken for"));
    assertThat(worker.choose()).isNotNull();
    assertThat(due.takeBack()).as("still there").isFalse();
  }

  @Test
  void whoSleptForNothingLooksAtOnce() {
    long woken = Clock.nanos();
    worker.slept(woken);
    assertThat(worker.choose()).isNull();
    assertThat(worker.recently()).isGreaterThan(woken);
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
