package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tasks that wait for others. */
class TaskSuccessorTest extends ConcurrentTestCase {
  private final Queue<String> order = new ConcurrentLinkedQueue<>();

  /** A task with a name, which notes when it runs. */
  private final class Named extends Task {
    private final String name;
    private final Runnable body;

    Named(String name) {
      this(name, () -> {});
    }

    Named(String name, Runnable body) {
      this.name = name;
      this.body = body;
    }

    @Override
    protected @Nullable Task execute() {
      body.run();
      order.add(name);
      return null;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  // ---- order

  @OnEachRuntime
  void aSuccessorStartsAfterItsPredecessorWhateverIsSpawnedFirst(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < 100; round++) {
      order.clear();
      Task first = new Named("first");
      Task second = new Named("second").after(first);
      Task third = new Named("third").after(second);

      heddle.spawn(round % 2 == 0 ? first : third);
      heddle.spawn(second);
      heddle.spawn(round % 2 == 0 ? third : first);
      third.join();

      assertThat(order).containsExactly("first", "second", "third");
    }
  }

  @OnEachRuntime
  void aSuccessorDoesNotStartWhileAPredecessorWaits(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Task slow = new Named("slow", gate::await);
    Task quick = new Named("quick");
    Task successor = new Named("successor").after(slow, quick);
    heddle.spawn(successor);
    heddle.spawn(slow);
    heddle.spawn(quick);
    quick.join();

    never("the successor runs", () -> order.contains("successor"));
    gate.open();
    successor.join();

    assertThat(order).containsExactly("quick", "slow", "successor");
  }

  @OnEachRuntime
  void aDiamondRunsItsTopFirstAndItsBottomLast(Setup setup) {
    Heddle heddle = start(setup);
    Task top = new Named("top");
    Task left = new Named("left").after(top);
    Task right = new Named("right").after(top);
    Task bottom = new Named("bottom").after(left, right);

    heddle.invoke(
        () -> {
          bottom.spawn();
          right.spawn();
          left.spawn();
          top.spawn();
          bottom.join();
          return bottom;
        });

    assertThat(order).hasSize(4).startsWith("top").endsWith("bottom");
  }

  @OnEachRuntime
  void manyPredecessorsMakeTheirSuccessorReadyOnce(Setup setup) {
    Heddle heddle = start(setup);
    int width = 500;
    AtomicInteger done = new AtomicInteger();
    Task[] predecessors = new Task[width];
    for (int i = 0; i < width; i++) {
      predecessors[i] = Task.of(done::incrementAndGet);
    }
    AtomicInteger seen = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    Task last =
        Task.of(
                () -> {
                  seen.set(done.get());
                  runs.incrementAndGet();
                })
            .after(predecessors);
    heddle.spawn(last);
    for (Task each : predecessors) {
      heddle.spawn(each);
    }
    last.join();

    assertThat(seen).hasValue(width);
    assertThat(runs).hasValue(1);
  }

  @OnEachRuntime
  void aTaskMayHaveManySuccessors(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger runs = new AtomicInteger();
    Task first = Task.of(() -> {});
    List<Task> successors = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Task each = Task.of(runs::incrementAndGet).after(first);
      successors.add(each);
      heddle.spawn(each);
    }
    heddle.spawn(first);
    successors.forEach(Task::join);

    assertThat(runs).hasValue(500);
  }

  @OnEachRuntime
  void aPredecessorThatIsDoneAlreadyIsNotWaitedFor(Setup setup) {
    Heddle heddle = start(setup);
    Task first = new Named("first");
    heddle.invoke(first);
    Task second = new Named("second").after(first);

    heddle.invoke(second);

    assertThat(order).containsExactly("first", "second");
  }

  @OnEachRuntime
  void aRandomGraphRunsInAnOrderThatItsEdgesAllow(Setup setup) {
    Random random = random();
    Heddle heddle = start(setup);
    for (int round = 0; round < 10; round++) {
      int size = 1 + random.nextInt(200);
      boolean[] done = new boolean[size]; // plain: the edges make it visible
      List<Task> tasks = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        List<Integer> before = new ArrayList<>();
        for (int edges = random.nextInt(4); i > 0 && edges > 0; edges--) {
          before.add(random.nextInt(i));
        }
        int id = i;
        Task task =
            Task.of(
                () -> {
                  for (int each : before) {
                    assertThat(done[each]).as("%d before %d", each, id).isTrue();
                  }
                  done[id] = true;
                });
        tasks.add(task.after(before.stream().map(tasks::get).toArray(Task[]::new)));
      }
      List<Task> shuffled = new ArrayList<>(tasks);
      Collections.shuffle(shuffled, random);
      shuffled.forEach(random.nextBoolean() ? heddle::spawn : heddle::enqueue);
      tasks.forEach(Task::join);
    }
  }

  @OnEachRuntime
  void aSuccessorMayHaveAnAffinityToo(Setup setup) {
    Heddle heddle = start(setup);
    int wanted = setup.workers() - 1;
    AtomicInteger ranOn = new AtomicInteger(-1);
    Task first = Task.of(() -> {});
    Task second =
        Task.of(() -> ranOn.set(Heddle.currentWorker()))
            .affinity(Affinity.boundTo(wanted))
            .after(first);
    heddle.spawn(second);
    heddle.spawn(first);
    second.join();

    assertThat(ranOn).hasValue(wanted);
  }

  @OnEachRuntime
  void aLongChainOfSuccessorsDoesNotGrowTheStack(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger runs = new AtomicInteger();
    Task previous = Task.of(runs::incrementAndGet);
    Task first = previous;
    for (int i = 1; i < 2_000; i++) {
      Task next = Task.of(runs::incrementAndGet).after(previous);
      heddle.spawn(next);
      previous = next;
    }
    heddle.spawn(first);
    previous.join();

    assertThat(runs).hasValue(2_000);
  }

  // ---- cycles

  @Test
  void aCycleIsRefusedByAnErrorThatNamesIt() {
    Task one = new Named("one");
    Task two = new Named("two").after(one);
    Task three = new Named("three").after(two);

    assertThatThrownBy(() -> one.after(three))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cycle: one waits for three waits for two waits for one");
  }

  @Test
  void aTaskThatWaitsForItselfIsRefused() {
    Task self = new Named("self");

    assertThatThrownBy(() -> self.after(self))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cycle: self waits for self");
  }

  @OnEachRuntime(workers = {1, 2})
  void aRefusedCycleLeavesTheTasksUsable(Setup setup) {
    Heddle heddle = start(setup);
    Task one = new Named("one");
    Task two = new Named("two").after(one);
    assertThatThrownBy(() -> one.after(two)).isInstanceOf(IllegalArgumentException.class);

    heddle.spawn(two);
    heddle.spawn(one);
    two.join();

    assertThat(order).containsExactly("one", "two");
  }

  @Test
  void aLongPathIsSearchedForCyclesWithoutOverflow() {
    Task first = new Named("first");
    Task last = first;
    for (int i = 0; i < 100_000; i++) {
      last = Task.of(() -> {}).after(last);
    }
    Task end = last;

    assertThatThrownBy(() -> first.after(end)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aGraphWithManyPathsIsSearchedForCyclesInShortTime() {
    // A ladder of diamonds: 2^60 paths from one end to the other.
    Task previous = new Named("start");
    for (int i = 0; i < 60; i++) {
      Task left = Task.of(() -> {}).after(previous);
      Task right = Task.of(() -> {}).after(previous);
      previous = Task.of(() -> {}).after(left, right);
    }
    Task end = previous;
    Task unrelated = new Named("unrelated");

    unrelated.after(end);
    assertThat(unrelated.isDone()).isFalse();
  }

  // ---- failure

  @OnEachRuntime
  void aPredecessorThatFailsCancelsAllThatWaitForIt(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException failure = new IllegalStateException("on purpose");
    Task failing =
        new Named(
            "failing",
            () -> {
              throw failure;
            });
    Task healthy = new Named("healthy");
    Task next = new Named("next").after(failing, healthy);
    Task afterNext = new Named("after next").after(next);

    heddle.invoke(
        () -> {
          afterNext.spawn();
          next.spawn();
          healthy.spawn();
          failing.spawn();
          assertThatThrownBy(failing::join).isSameAs(failure);
          assertThatThrownBy(next::join).isInstanceOf(CancellationException.class);
          assertThatThrownBy(afterNext::join).isInstanceOf(CancellationException.class);
          healthy.join();
          return 0;
        });

    assertThat(next.isCancelled()).isTrue();
    assertThat(order).containsExactly("healthy");
  }

  @OnEachRuntime
  void aPredecessorThatIsCancelledCancelsItsSuccessor(Setup setup) {
    Heddle heddle = start(setup);
    Task first = new Named("first");
    Task second = new Named("second").after(first);
    first.cancel();
    heddle.spawn(second);
    heddle.spawn(first);

    assertThatThrownBy(second::join).isInstanceOf(CancellationException.class);
    assertThat(order).isEmpty();
  }

  @OnEachRuntime
  void aPredecessorThatHasFailedBeforeTheLinkCancelsTheSuccessor(Setup setup) {
    Heddle heddle = start(setup);
    Task failing =
        new Named(
            "failing",
            () -> {
              throw new IllegalStateException("on purpose");
            });
    assertThatThrownBy(() -> heddle.invoke(failing)).isInstanceOf(IllegalStateException.class);
    Task next = new Named("next").after(failing);

    assertThatThrownBy(() -> heddle.invoke(next)).isInstanceOf(CancellationException.class);
    assertThat(order).isEmpty();
  }
}
