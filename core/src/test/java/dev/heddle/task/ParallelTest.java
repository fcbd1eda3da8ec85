package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

class ParallelTest extends ConcurrentTestCase {

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void runsAllAndReturnsWhenTheLastHasEnded(Setup setup) {
    Heddle heddle = start(setup);
    for (int count : new int[] {0, 1, 2, 3, 100}) {
      AtomicInteger ran = new AtomicInteger();
      Body[] bodies = new Body[count];
      Arrays.fill(bodies, (Body) ran::incrementAndGet);
      heddle.invoke(
          () -> {
            Parallel.run(bodies);
            assertThat(ran).hasValue(count);
          });
      heddle.parallelize(bodies);
      assertThat(ran).hasValue(2 * count);
    }
  }

  @OnEachRuntime
  void theyRunAtTheSameTimeAsTheyBlock(Setup setup) {
    Heddle heddle = start(setup);
    Gate ping = new Gate();
    Gate pong = new Gate();
    heddle.invoke(
        () ->
            Parallel.run(
                () -> {
                  ping.await();
                  pong.open();
                },
                ping::open,
                pong::await));
    assertThat(pong.isOpen()).isTrue();
  }

  @OnEachRuntime
  void theFirstRunsOnTheCaller(Setup setup) {
    Heddle heddle = start(setup);
    @Nullable Thread[] seen = new Thread[2];
    heddle.invoke(
        () -> {
          seen[0] = Thread.currentThread();
          Parallel.run(() -> seen[1] = Thread.currentThread(), () -> {});
        });
    assertThat(seen[1]).isSameAs(seen[0]);
  }

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void fromOutsideAllRunInside(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger inside = new AtomicInteger();
    Body body = () -> inside.addAndGet(Heddle.currentWorker() >= 0 ? 1 : 0);
    heddle.parallelize(body, body, body);
    assertThat(inside).hasValue(3);
  }

  @OnEachRuntime(workers = 1)
  void oneWorkerRunsThemInTheirOrder(Setup setup) {
    Heddle heddle = start(setup);
    StringBuilder order = new StringBuilder();
    heddle.invoke(
        () ->
            Parallel.run(
                () -> order.append('a'), () -> order.append('b'), () -> order.append('c')));
    assertThat(order).hasToString("abc");
  }

  @OnEachRuntime(workers = 1)
  void aFailureCancelsWhatHasNotStarted(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException failure = new IllegalStateException("on purpose");
    AtomicInteger ran = new AtomicInteger();
    Body fails =
        () -> {
          throw failure;
        };
    heddle.invoke(
        () -> {
          assertThatThrownBy(() -> Parallel.run(fails, ran::incrementAndGet)).isSameAs(failure);
          assertThatThrownBy(() -> Parallel.run(() -> {}, fails, ran::incrementAndGet))
              .isSameAs(failure);
        });
    assertThat(ran).hasValue(0);
  }

  @OnEachRuntime
  void theFirstFailureIsThrownWithTheOthersSuppressed(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException here = new IllegalStateException("here");
    IllegalStateException there = new IllegalStateException("there");
    Gate ping = new Gate();
    Gate pong = new Gate();
    Body first =
        () -> {
          ping.open();
          pong.await();
          throw here;
        };
    Body second =
        () -> {
          ping.await();
          pong.open();
          throw there;
        };
    heddle.invoke(
        () ->
            assertThatThrownBy(() -> Parallel.run(first, second))
                .isIn(here, there)
                .satisfies(e -> assertThat(e.getSuppressed()).contains(e == here ? there : here)));
  }

  @OnEachRuntime(workers = {0, 2})
  void aCheckedExceptionComesInsideACompletionException(Setup setup) {
    Heddle heddle = start(setup);
    IOException failure = new IOException("on purpose");
    assertThatThrownBy(
            () ->
                heddle.parallelize(
                    () -> {
                      throw failure;
                    }))
        .isInstanceOf(CompletionException.class)
        .hasCause(failure);
  }

  @OnEachRuntime
  void anInterruptOfWhoWaitsInterruptsTheOthers(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicInteger interrupted = new AtomicInteger();
    AtomicBoolean stillSet = new AtomicBoolean();
    Body waits =
        () -> {
          try {
            gate.awaitInterruptibly();
          } catch (InterruptedException e) {
            interrupted.incrementAndGet();
          }
        };
    Thread caller =
        thread(
            "caller",
            () -> {
              assertThatThrownBy(() -> heddle.parallelize(waits, waits))
                  .isInstanceOf(CancellationException.class);
              stillSet.set(Thread.interrupted());
            });
    await("both wait", () -> gate.hasParked(2));
    caller.interrupt();
    await(caller);

    assertThat(interrupted).hasValue(2);
    assertThat(stillSet).isTrue();
  }

  @OnEachRuntime(workers = {1, 4})
  void aStackOverflowInABodyIsAFailureLikeAnyOther(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          assertThatThrownBy(() -> Parallel.run(() -> StackEnd.overflow(), () -> {}))
              .isInstanceOf(StackOverflowError.class);
          assertThatThrownBy(() -> Parallel.run(() -> {}, () -> StackEnd.overflow()))
              .isInstanceOf(StackOverflowError.class);
        });
  }

  /** Near the stack's end it is refused, or the wait fails, as the JVM cannot park; or it runs. */
  @OnEachRuntime(workers = {1, 2})
  void aRunAtTheStacksEndHarmsNoOther(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          for (int i = 0; i < 5; i++) {
            AtomicInteger ran = new AtomicInteger();
            StackEnd.run(() -> Parallel.run(ran::incrementAndGet, ran::incrementAndGet));
            assertThat(ran).hasValueGreaterThanOrEqualTo(2);
            AtomicInteger ranAfterwards = new AtomicInteger();
            Parallel.run(ranAfterwards::incrementAndGet, ranAfterwards::incrementAndGet);
            assertThat(ranAfterwards).hasValue(2);
          }
        });
  }

  @OnEachRuntime(workers = 2)
  void misuseIsRefused(Setup setup) {
    Heddle heddle = start(setup);
    assertThatThrownBy(() -> Parallel.run(() -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("heddle.parallelize");
    heddle.close();
    assertThatThrownBy(() -> heddle.parallelize(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }
}
