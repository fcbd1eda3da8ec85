package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Distribution;
import dev.heddle.testing.ConcurrentTestCase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of which entries of a queue it is counted how long they wait. */
class QueueWaitTest extends ConcurrentTestCase {
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
  }
}
