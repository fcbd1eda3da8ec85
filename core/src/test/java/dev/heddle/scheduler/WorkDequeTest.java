package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.task.Body;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.StackEnd;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The deque beside a model of it, and under thieves. Its races are in the module verify. */
class WorkDequeTest extends ConcurrentTestCase {

  private static final class Item extends Work {
    final int number;

    Item(int number) {
      this.number = number;
    }

    @Override
    protected @Nullable Work carryOut() {
      return null;
    }

    @Override
    protected void abandon(RuntimeException reason) {}

    @Override
    public String toString() {
      return "item " + number;
    }
  }

  @Test
  void behavesLikeADequeWhateverIsAskedOfIt() {
    Random random = random();
    for (int round = 0; round < 200; round++) {
      WorkDeque deque = new WorkDeque(1 << (1 + random.nextInt(4)));
      Deque<Item> model = new ArrayDeque<>();
      int pushes = 1 + random.nextInt(6); // how likely it is to grow
      for (int step = 0; step < 500; step++) {
        int what = random.nextInt(10);
        if (what < pushes) {
          Item item = new Item(step);
          deque.push(item);
          model.addLast(item);
        } else {
          ask(random, deque, model);
        }
        assertThat(deque.size()).isEqualTo(model.size());
        assertThat(deque.isEmpty()).isEqualTo(model.isEmpty());
        assertThat(deque.peek()).isSameAs(model.peekLast());
      }
    }
  }

  /** Wherever the stack ends in a pop, the item is still there for the next one. */
  @Test
  void noItemIsLostByAPopThatOverflowsTheStack() {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread small =
        StackEnd.smallThread(
            "pops",
            () -> {
              for (int round = 0; round < 256; round++) {
                popAtTheEndOfTheStack(round);
              }
            });
    small.setUncaughtExceptionHandler((_, e) -> failure.set(e));
    small.start();
    await(small);
    assertThat(failure).hasValue(null);
  }

  private static void popAtTheEndOfTheStack(int round) {
    WorkDeque deque = new WorkDeque(2 * WorkDeque.BATCH);
    int below = round % 2 == 0 ? 0 : WorkDeque.BATCH; // claimed by a CAS, or by the fence
    for (int i = 0; i <= below; i++) {
      deque.push(new Item(i));
    }
    @Nullable Work[] popped = new Work[1];
    shift(round >> 1 & 7, () -> shiftMore(round >> 4, () -> popped[0] = deque.pop()));
    assertThat(popped[0]).as("round %d", round).hasToString("item " + below);
    assertThat(deque.size()).isEqualTo(below);
  }

  /**
   * With {@link #shiftMore}, whose frames are larger, moves where the stack ends in what follows.
   */
  private static void shift(int frames, Body body) {
    if (frames > 0) {
      shift(frames - 1, body);
      return;
    }
    try {
      body.run();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static long shiftMore(int frames, Body body) throws Exception {
    long a = frames;
    long b = a + 1;
    long c = b + 1;
    if (frames > 0) {
      return shiftMore(frames - 1, body) + a + b + c;
    }
    StackEnd.run(body);
    return a * b * c;
  }

  private static void ask(Random random, WorkDeque deque, Deque<Item> model) {
    switch (random.nextInt(5)) {
      case 0, 1 -> assertThat(deque.pop()).isSameAs(model.pollLast());
      case 2 -> {
        Item newest = model.peekLast();
        Item other = new Item(-1);
        assertThat(deque.takeBack(other)).isFalse();
        if (newest != null) {
          assertThat(deque.takeBack(newest)).isTrue();
          assertThat(model.removeLast()).isSameAs(newest);
          assertThat(deque.takeBack(newest)).as("a second time").isFalse();
        }
      }
      case 3 -> {
        int room = 1 + random.nextInt(WorkDeque.BATCH);
        @Nullable Work[] loot = new Work[room];
        int half = (model.size() + 1) / 2;
        int taken = deque.steal(loot);
        assertThat(taken).isEqualTo(Math.min(half, Math.min(room, WorkDeque.BATCH)));
        for (int i = 0; i < taken; i++) {
          assertThat(loot[i]).isSameAs(model.pollFirst());
        }
      }
      default -> deque.releaseMemory();
    }
  }

  /** Pushes until there is enough; how many items there are then. */
  private static int fill(WorkDeque deque) {
    while (deque.couldUseMore()) {
      deque.push(new Item(0));
    }
    return deque.size();
  }

  @Test
  void fourItemsAreEnoughWhileNobodyComes() {
    WorkDeque deque = new WorkDeque();
    for (int i = 0; i < 3 * WorkDeque.CALM; i++) {
      assertThat(fill(deque)).isEqualTo(WorkDeque.PLENTY_AT_LEAST);
      assertThat(deque.declined()).isEqualTo(i + 1L);
      deque.pop();
    }
  }

  @Test
  void theMoreOftenThievesComeTheMoreIsEnough() {
    WorkDeque deque = new WorkDeque();
    int enough = fill(deque);
    for (; enough < WorkDeque.CALM; enough *= 2) {
      assertThat(fill(deque)).isEqualTo(enough);
      deque.steal(new Work[1]);
    }
    for (int i = 0; i < 1_000; i++) {
      assertThat(fill(deque)).isBetween(WorkDeque.CALM, WorkDeque.PLENTY_AT_MOST);
      deque.steal(new Work[1]);
    }
  }

  @Test
  void theOwnerIsNoThief() {
    WorkDeque deque = new WorkDeque();
    for (int i = 0; i < 20; i++) {
      assertThat(fill(deque)).isEqualTo(WorkDeque.PLENTY_AT_LEAST);
      assertThat(deque.takeOldest(new Work[1])).isEqualTo(1);
    }
  }

  @Test
  void lessIsEnoughAgainWhenThievesStayAway() {
    WorkDeque deque = new WorkDeque();
    fill(deque);
    for (int i = 0; i < 20; i++) {
      deque.steal(new Work[1]);
      fill(deque);
    }
    for (int i = 0; i < 9 * WorkDeque.CALM; i++) {
      deque.pop();
      deque.couldUseMore();
    }
    while (!deque.isEmpty()) {
      deque.pop();
    }
    assertThat(fill(deque)).isEqualTo(WorkDeque.PLENTY_AT_LEAST);
  }

  @Test
  void aCapacityThatIsNoPowerOfTwoIsRefused() {
    assertThatThrownBy(() -> new WorkDeque(12))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("12");
  }

  @Test
  void everyItemIsTakenExactlyOnceUnderThieves() {
    Random random = random();
    int items = 200_000;
    WorkDeque deque = new WorkDeque(4);
    AtomicIntegerArray taken = new AtomicIntegerArray(items);
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> thieves = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      thieves.add(
          thread(
              "thief-" + t,
              () -> {
                @Nullable Work[] loot = new Work[WorkDeque.BATCH];
                while (!over.get() || !deque.isEmpty()) {
                  int n = deque.steal(loot);
                  for (int i = 0; i < n; i++) {
                    note(taken, loot[i]);
                  }
                  if (n <= 0) {
                    Thread.onSpinWait();
                  }
                }
              }));
    }

    int pushed = 0;
    while (pushed < items) {
      for (int burst = random.nextInt(40); burst > 0 && pushed < items; burst--) {
        deque.push(new Item(pushed++));
      }
      for (int burst = random.nextInt(40); burst > 0; burst--) {
        Work newest = random.nextBoolean() ? deque.peek() : null;
        if (newest != null && deque.takeBack(newest)) {
          note(taken, newest);
        } else {
          note(taken, deque.pop());
        }
      }
      if (random.nextInt(100) == 0) {
        deque.releaseMemory();
      }
    }
    Work left;
    while ((left = deque.pop()) != null) {
      note(taken, left);
    }
    over.set(true);
    thieves.forEach(ConcurrentTestCase::await);

    for (int i = 0; i < items; i++) {
      assertThat(taken.get(i)).as("item %d", i).isEqualTo(1);
    }
  }

  private static void note(AtomicIntegerArray taken, @Nullable Work work) {
    if (work instanceof Item item) {
      taken.incrementAndGet(item.number);
    }
  }
}
