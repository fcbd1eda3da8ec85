package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.scheduler.RuleBench.Item;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Scarcity;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The shared queue: about first in, first out, and nothing is lost. */
class SharedQueueTest extends ConcurrentTestCase {

  /** Every other one has a place of its own. */
  private static Work item(int producer, int number) {
    String name = producer + " " + number;
    return number % 2 == 0 ? new Item(name) : new Linked(name);
  }

  /** Something to queue, which needs no entry. */
  private static final class Linked extends Link {
    private final String name;

    Linked(String name) {
      this.name = name;
    }

    @Override
    protected @Nullable Work carryOut() {
      throw new AssertionError("queued, not run");
    }

    @Override
    protected void abandon(RuntimeException reason) {}

    @Override
    public String toString() {
      return name;
    }
  }

  private static int producer(String item) {
    return Integer.parseInt(item.substring(0, item.indexOf(' ')));
  }

  private static int number(String item) {
    return Integer.parseInt(item.substring(item.indexOf(' ') + 1));
  }

  @Test
  void theItemsOfOneThreadKeepTheirOrder() {
    SharedQueue queue = new SharedQueue(8);
    for (int i = 0; i < 100; i++) {
      queue.add(new Item(String.valueOf(i)));
    }

    assertThat(queue.size()).isEqualTo(100);
    for (int i = 0; i < 100; i++) {
      assertThat(queue.poll(i * 7)).hasToString(String.valueOf(i));
    }
    assertThat(queue.poll(0)).isNull();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.size()).isZero();
  }

  /** The queue goes on to use the place of what was taken out last. */
  @Test
  void whatComesBackIsQueuedLikeAllElse() {
    SharedQueue queue = new SharedQueue(1);
    Linked first = new Linked("first");
    Linked second = new Linked("second");
    queue.add(first);
    for (int i = 0; i < 5; i++) {
      assertThat(queue.poll(0)).isSameAs(first);
      assertThat(queue.isEmpty()).isTrue();
      queue.add(first);
      queue.add(second);
      assertThat(queue.poll(0)).isSameAs(first);
      queue.add(first);
      assertThat(queue.poll(0)).isSameAs(second);
    }
    assertThat(queue.poll(0)).isSameAs(first);
    assertThat(queue.poll(0)).isNull();
  }

  /** Otherwise one of them in the collector's old generation would hold all that came after it. */
  @Test
  void whatHasBeenTakenDoesNotHoldWhatCameAfterIt() {
    SharedQueue queue = new SharedQueue(1);
    Linked first = new Linked("first");
    queue.add(first);
    WeakReference<Work> second = addUnheld(queue);
    queue.add(new Item("third"));
    queue.add(new Item("fourth"));
    for (int i = 0; i < 3; i++) {
      assertThat(queue.poll(0)).isNotNull();
    }
    await(
        "the second is let go",
        () -> {
          System.gc();
          return second.refersTo(null);
        });
    assertThat(queue.poll(0)).hasToString("fourth");
    assertThat(first).hasToString("first");
  }

  private static WeakReference<Work> addUnheld(SharedQueue queue) {
    Work item = new Linked("second");
    queue.add(item);
    return new WeakReference<>(item);
  }

  @Test
  void whatHasAPlaceOfItsOwnTakesNoMemory() {
    SharedQueue queue = new SharedQueue(1);
    Linked item = new Linked("the only one");
    try (Scarcity scarcity = Scarcity.of("an entry of the shared queue")) {
      queue.add(item);
      assertThat(scarcity.asked()).isZero();
    }
    assertThat(queue.poll(0)).isSameAs(item);
  }

  @Test
  void noProducerWaitsMuchLongerThanAnother() {
    SharedQueue queue = new SharedQueue(8);
    int producers = 16;
    int each = 50;
    for (int p = 0; p < producers; p++) {
      int id = p;
      await(
          thread(
              "producer-" + p,
              () -> {
                for (int i = 0; i < each; i++) {
                  queue.add(item(id, i));
                }
              }));
    }

    // When the consumer has taken as many as all oldest ones, each producer has been served.
    Map<Integer, Integer> served = new HashMap<>();
    int start = 0;
    while (served.size() < producers) {
      Work item = queue.poll(start++);
      assertThat(item).as("after %d items, served: %s", start, served).isNotNull();
      served.merge(producer(String.valueOf(item)), 1, Integer::sum);
    }
  }

  @Test
  void manyProducersAndConsumersLoseNothingAndKeepEachProducersOrder() {
    SharedQueue queue = new SharedQueue(4);
    int producers = 4;
    int each = 10_000;
    AtomicInteger left = new AtomicInteger(producers * each);
    ConcurrentLinkedQueue<List<String>> taken = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int p = 0; p < producers; p++) {
      int id = p;
      threads.add(
          thread(
              "producer-" + p,
              () -> {
                for (int i = 0; i < each; i++) {
                  queue.add(item(id, i));
                }
              }));
    }
    for (int c = 0; c < 2; c++) {
      int first = c;
      threads.add(
          thread(
              "consumer-" + c,
              () -> {
                List<String> mine = new ArrayList<>();
                int start = first;
                while (left.get() > 0) {
                  Work item = queue.poll(start++);
                  if (item == null) {
                    Thread.onSpinWait();
                  } else {
                    mine.add(item.toString());
                    left.decrementAndGet();
                  }
                }
                taken.add(mine);
              }));
    }
    threads.forEach(ConcurrentTestCase::await);

    assertThat(taken.stream().mapToInt(List::size).sum()).isEqualTo(producers * each);
    assertThat(taken.stream().flatMap(List::stream).distinct()).hasSize(producers * each);
    for (List<String> consumer : taken) {
      int[] last = new int[producers];
      Arrays.fill(last, -1);
      for (String item : consumer) {
        int producer = producer(item);
        int number = number(item);
        assertThat(number).isGreaterThan(last[producer]);
        last[producer] = number;
      }
    }
  }
}
