package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class DagTest extends ConcurrentTestCase {

  // ---- building

  @Test
  void aCycleIsRefusedByTheNamesOfItsNodes() {
    Dag.Builder<String> builder = Dag.builder();
    Dag.Node<String> before = builder.root().then("before", data -> {});
    Dag.Node<String> one = before.then("one", data -> {});
    Dag.Node<String> two = one.then("two", data -> {});
    Dag.Node<String> three = two.then("three", data -> {});
    three.then("after", data -> {});
    three.then(one);

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .message()
        .isIn(
            "cycle: one then two then three then one",
            "cycle: two then three then one then two",
            "cycle: three then one then two then three");
  }

  @Test
  void aNodeAfterItselfAndTheRootAfterANodeAreCycles() {
    Dag.Builder<String> self = Dag.builder();
    Dag.Node<String> one = self.root().then("one", data -> {});
    one.after(one);
    assertThatThrownBy(self::build).hasMessage("cycle: one then one");

    Dag.Builder<String> back = Dag.builder();
    back.root().after(back.root().then("one", data -> {}));
    assertThatThrownBy(back::build).hasMessageContaining("one then root");
  }

  @Test
  void nodesThatTheRootDoesNotReachAreRefusedByName() {
    Dag.Builder<String> builder = Dag.builder();
    builder.root().then("reached", data -> {});
    builder.node("lost", data -> {}).then("too", data -> {});
    builder.node(data -> {});

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("lost, too, node 3");
  }

  @Test
  void nodesOfTwoBuildersAreNotLinked() {
    Dag.Builder<String> one = Dag.builder();
    Dag.Builder<String> two = Dag.builder();
    Dag.Node<String> other = two.node("other", data -> {});

    assertThatThrownBy(() -> one.root().then(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other");
  }

  @Test
  void outsideOfARuntimeItIsNotRun() {
    Dag.Builder<String> builder = Dag.builder();
    Dag<String> dag = builder.build();

    assertThatThrownBy(() -> dag.run(""))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("heddle.invoke");
  }

  // ---- running

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void anEmptyOneRunsToItsEnd(Setup setup) {
    Heddle heddle = start(setup);
    Dag<String> dag = Dag.<String>builder().build();
    heddle.invoke(() -> dag.run(""));
    assertThat(dag.size()).isZero();
  }

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void aChainRunsInItsOrder(Setup setup) {
    Heddle heddle = start(setup);
    Dag.Builder<List<Integer>> builder = Dag.builder();
    Dag.Node<List<Integer>> last = builder.root();
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      int number = i;
      expected.add(number);
      last = last.then("n" + i, list -> list.add(number));
    }
    Dag<List<Integer>> dag = builder.build();
    for (int run = 0; run < 5; run++) {
      List<Integer> data = new ArrayList<>();
      heddle.invoke(() -> dag.run(data));
      assertThat(data).isEqualTo(expected);
    }
  }

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void whatFansOutIsAwaitedWhereItFansIn(Setup setup) {
    Heddle heddle = start(setup);
    Dag.Builder<AtomicInteger> builder = Dag.builder();
    Dag.Node<AtomicInteger> join =
        builder.node("join", sum -> assertThat(sum.getAndSet(-1)).isEqualTo(100));
    for (int i = 0; i < 100; i++) {
      Dag.Node<AtomicInteger> one = builder.root().then("one", AtomicInteger::incrementAndGet);
      join.after(one);
      one.then(join); // to say it twice is the same
    }
    Dag<AtomicInteger> dag = builder.build();
    AtomicInteger sum = new AtomicInteger();
    heddle.invoke(() -> dag.run(sum));
    assertThat(sum).hasValue(-1);
  }

  @OnEachRuntime
  void manyRunsOfOneGraphDoNotDisturbOneAnother(Setup setup) {
    Heddle heddle = start(setup);
    Dag<AtomicIntegerArray> dag = randomDag(random(), 60);
    List<Job<?>> jobs = new ArrayList<>();
    List<AtomicIntegerArray> data = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      AtomicIntegerArray seen = new AtomicIntegerArray(60);
      data.add(seen);
      jobs.add(heddle.submit(() -> dag.run(seen)));
    }
    jobs.forEach(Job::join);
    for (AtomicIntegerArray seen : data) {
      for (int i = 0; i < 60; i++) {
        assertThat(seen.get(i)).isEqualTo(1);
      }
    }
  }

  /** Each node checks that those before it have run, and counts that it runs once. */
  private static Dag<AtomicIntegerArray> randomDag(Random random, int size) {
    Dag.Builder<AtomicIntegerArray> builder = Dag.builder();
    List<Dag.Node<AtomicIntegerArray>> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int number = i;
      List<Integer> before = new ArrayList<>();
      for (int k = 0; k < i; k++) {
        if (random.nextInt(10) == 0) {
          before.add(k);
        }
      }
      boolean yields = random.nextInt(4) == 0;
      Dag.Node<AtomicIntegerArray> node =
          builder.node(
              "n" + i,
              seen -> {
                if (yields) {
                  Fiber.yield();
                }
                before.forEach(each -> assertThat(seen.get(each)).isEqualTo(1));
                seen.incrementAndGet(number);
              });
      before.forEach(each -> node.after(nodes.get(each)));
      if (before.isEmpty()) {
        builder.root().then(node);
      }
      nodes.add(node);
    }
    return builder.build();
  }

  @OnEachRuntime
  void aNodeMayBlockAndRunAnotherGraph(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Dag.Builder<AtomicInteger> inner = Dag.builder();
    inner.root().then("count", AtomicInteger::incrementAndGet);
    Dag<AtomicInteger> small = inner.build();
    Dag.Builder<AtomicInteger> builder = Dag.builder();
    builder.root().then("waits", data -> gate.await()).then("inner", small::run);
    builder.root().then("opens", data -> gate.open());
    Dag<AtomicInteger> dag = builder.build();
    AtomicInteger data = new AtomicInteger();

    heddle.fiber(() -> dag.run(data)).join();

    assertThat(data).hasValue(1);
  }

  // ---- failing

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void whatComesAfterAFailureIsSkippedAndTheRestGoesOn(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException failure = new IllegalStateException("on purpose");
    Dag.Builder<Queue<String>> builder = Dag.builder();
    Dag.Node<Queue<String>> fails =
        builder
            .root()
            .then(
                "fails",
                data -> {
                  throw failure;
                });
    Dag.Node<Queue<String>> works = builder.root().then("works", data -> data.add("works"));
    works.then("goes on", data -> data.add("goes on"));
    fails.then("skipped", data -> data.add("skipped")).then("too", data -> data.add("too"));
    builder.node("needs both", data -> data.add("needs both")).after(fails, works);
    Dag<Queue<String>> dag = builder.build();
    for (int i = 0; i < 20; i++) {
      Queue<String> ran = new ConcurrentLinkedQueue<>();
      heddle.invoke(() -> assertThatThrownBy(() -> dag.run(ran)).isSameAs(failure));
      assertThat(ran).containsExactlyInAnyOrder("works", "goes on");
    }
  }

  @OnEachRuntime
  void theFirstFailureIsThrownWithTheOthersSuppressed(Setup setup) {
    Heddle heddle = start(setup);
    Dag.Builder<Queue<IllegalStateException>> builder = Dag.builder();
    for (int i = 0; i < 10; i++) {
      builder
          .root()
          .then(
              "fails",
              thrown -> {
                IllegalStateException mine = new IllegalStateException("on purpose");
                thrown.add(mine);
                throw mine;
              });
    }
    Dag<Queue<IllegalStateException>> dag = builder.build();
    Queue<IllegalStateException> thrown = new ConcurrentLinkedQueue<>();
    heddle.invoke(
        () ->
            assertThatThrownBy(() -> dag.run(thrown))
                .satisfies(
                    first -> {
                      List<Throwable> all = new ArrayList<>(List.of(first.getSuppressed()));
                      all.add(first);
                      assertThat(all).containsAll(thrown);
                    }));
    assertThat(thrown).hasSize(10);
  }

  @OnEachRuntime(workers = {1, 4})
  void aCheckedExceptionAndAStackOverflowAreFailuresToo(Setup setup) {
    Heddle heddle = start(setup);
    IOException checked = new IOException("on purpose");
    Dag.Builder<Boolean> builder = Dag.builder();
    builder
        .root()
        .then(
            "fails",
            overflow -> {
              if (overflow) {
                StackEnd.overflow();
              }
              throw checked;
            });
    builder.root().then("works", overflow -> {});
    Dag<Boolean> dag = builder.build();
    heddle.invoke(
        () -> {
          assertThatThrownBy(() -> dag.run(false))
              .isInstanceOf(CompletionException.class)
              .hasCause(checked);
          assertThatThrownBy(() -> dag.run(true)).isInstanceOf(StackOverflowError.class);
        });
  }

  /** Near the stack's end it is refused, or the wait fails, as the JVM cannot park; or it runs. */
  @OnEachRuntime(workers = {1, 2})
  void aRunAtTheStacksEndHarmsNoOther(Setup setup) {
    Heddle heddle = start(setup);
    Dag.Builder<AtomicInteger> builder = Dag.builder();
    Dag.Node<AtomicInteger> join = builder.node("join", AtomicInteger::incrementAndGet);
    for (int i = 0; i < 3; i++) {
      join.after(builder.root().then("one", AtomicInteger::incrementAndGet));
    }
    Dag<AtomicInteger> dag = builder.build();
    heddle.invoke(
        () -> {
          for (int i = 0; i < 5; i++) {
            AtomicInteger ran = new AtomicInteger();
            StackEnd.run(() -> dag.run(ran));
            assertThat(ran).hasValueGreaterThanOrEqualTo(4);
            AtomicInteger ranAfterwards = new AtomicInteger();
            dag.run(ranAfterwards);
            assertThat(ranAfterwards).hasValue(4);
          }
        });
  }

  @OnEachRuntime
  void anInterruptSkipsWhatHasNotStartedAndInterruptsTheRest(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicInteger interrupted = new AtomicInteger();
    AtomicInteger ran = new AtomicInteger();
    AtomicBoolean stillSet = new AtomicBoolean();
    AtomicBoolean onCaller = new AtomicBoolean();
    Dag.Action<Thread> waits =
        caller -> {
          if (Thread.currentThread() == caller) {
            onCaller.set(true);
          }
          try {
            gate.awaitInterruptibly();
          } catch (InterruptedException e) {
            interrupted.incrementAndGet();
          }
        };
    Dag.Builder<Thread> builder = Dag.builder();
    builder.root().then("quick", data -> {});
    builder.root().then("waits", waits).then("after", data -> ran.incrementAndGet());
    builder.root().then("waits too", waits).then("after", data -> ran.incrementAndGet());
    Dag<Thread> dag = builder.build();
    Fiber<?> fiber =
        heddle.fiber(
            () -> {
              try {
                dag.run(Thread.currentThread());
              } catch (CancellationException e) {
                stillSet.set(Thread.interrupted());
              }
            });
    await("both wait", () -> gate.hasParked(2));
    fiber.interrupt();
    if (onCaller.get()) { // the action that runs there has had the interrupt for itself
      await("it has", () -> interrupted.get() == 1);
      gate.open();
      fiber.join();
      assertThat(ran).hasValue(2);
    } else {
      fiber.join();
      assertThat(interrupted).hasValue(2);
      assertThat(ran).hasValue(0);
      assertThat(stillSet).isTrue();
    }
  }

  /** Nobody is left to wait for a node that never came to run. */
  @OnEachRuntime(workers = {1, 2})
  void aRunThatTheRuntimesEndCutsShortIsToldSo(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Dag.Builder<String> builder = Dag.builder();
    for (int i = 0; i < 20; i++) {
      builder.root().then("waits", data -> gate.await()).then("after", data -> {});
    }
    Dag<String> dag = builder.build();
    Fiber<?> fiber = heddle.fiber(() -> dag.run(""));
    await("all wait", () -> gate.hasParked(20));

    ShutdownReport report = heddle.shutdown(Delays.SHORT);

    assertThat(report.unfinished()).isNotEmpty();
    gate.open();
    await("the run ends all the same", fiber::isDone);
    assertThatThrownBy(fiber::join)
        .isInstanceOfAny(RejectedExecutionException.class, CancellationException.class);
  }
}
