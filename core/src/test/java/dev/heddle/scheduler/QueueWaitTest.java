package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Distribution;
import dev.heddle.testing.ConcurrentTestCase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of which entries of a queue it is counted how long they wait. */
class QueueWaitTest extends ConcurrentTestCase {
  private static final int THREADS = 4;
  private static final int ROUNDS = 20_000;

  private final Durations waits = new Durations();

  private static final class Nothing extends Work {
    @Override
    protected Work carryOut() {
      throw new AssertionError("is not run");
    }

    @Override
    protected void abandon(RuntimeException reason) {}
  }

  private Distribution counted() {
    return Durations.total(List.of(waits));
  }

  @Test
  void inTheRingOnlyTheEntryAfterTheWishCounts() {
    ReadyRing ring = new ReadyRing(waits);
    ring.add("before");
    ring.wantWait();
    ring.add("wanted");
    ring.wantWait(); // one is under way: not heard
    ring.add("behind");
    assertThat(ring.poll()).isEqualTo("before");
    assertThat(counted().count()).isZero();
    assertThat(ring.poll()).isEqualTo("wanted");
    assertThat(counted().count()).isEqualTo(1);
    assertThat(ring.poll()).isEqualTo("behind");
    assertThat(counted().count()).isEqualTo(1);
    ring.wantWait();
    ring.add("wanted again");
    assertThat(ring.poll()).isEqualTo("wanted again");
    assertThat(counted().count()).isEqualTo(2);
  }

  @Test
  void theWaitIsTheTimeBetweenAddAndPoll() {
    ReadyRing ring = new ReadyRing(waits);
    ring.wantWait();
    long before = System.nanoTime();
    ring.add("wanted");
    long added = System.nanoTime();
    await("a millisecond has passed", () -> System.nanoTime() - added > 1_000_000);
    assertThat(ring.poll()).isEqualTo("wanted");
    assertThat(counted().max()).isBetween(1_000_000L, System.nanoTime() - before);
  }

  @Test
  void inTheSharedQueueOnlyTheItemAfterTheWishCounts() {
    SharedQueue queue = new SharedQueue(1, waits);
    Work before = new Nothing();
    Work wanted = new Nothing();
    Work behind = new Nothing();
    queue.add(before);
    queue.wantWait();
    queue.add(wanted);
    queue.wantWait();
    queue.add(behind);
    assertThat(queue.poll(0)).isSameAs(before);
    assertThat(counted().count()).isZero();
    assertThat(queue.poll(0)).isSameAs(wanted);
    assertThat(counted().count()).isEqualTo(1);
    assertThat(queue.poll(0)).isSameAs(behind);
    assertThat(counted().count()).isEqualTo(1);
    queue.wantWait();
    queue.add(wanted);
    assertThat(queue.poll(0)).isSameAs(wanted);
    assertThat(counted().count()).isEqualTo(2);
  }

  private static void goRound(SharedQueue queue) {
    for (int i = 0; i < ROUNDS; i++) {
      queue.wantWait();
      Work taken = queue.poll(i);
      if (taken != null) {
        queue.add(taken);
      }
    }
  }

  /** Also of one that goes round: it is added again by who has taken it, as processes are. */
  @Test
  void theSharedQueueKeepsCountingWhoeverAddsAndTakes() {
    SharedQueue queue = new SharedQueue(THREADS, waits);
    for (int i = 0; i < THREADS; i++) {
      queue.add(new Nothing());
    }
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      threads.add(thread("going round " + t, () -> goRound(queue)));
    }
    threads.forEach(ConcurrentTestCase::await);
    for (int i = 0; i < THREADS; i++) { // of which one may still be the sample
      assertThat(queue.poll(i)).isNotNull();
    }
    assertThat(queue.poll(0)).isNull();
    long before = counted().count();
    assertThat(before).isPositive();
    queue.wantWait();
    Work last = new Nothing();
    queue.add(last);
    assertThat(queue.poll(0)).isSameAs(last);
    assertThat(counted().count()).isEqualTo(before + 1);
  }
}
