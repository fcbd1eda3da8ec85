package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.FiberState;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Scarcity;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** When memory runs out, no fiber is lost, and whoever waits for one is told. */
class NoMemoryTest extends ConcurrentTestCase {
  /** More than fit into a worker's ready queue at first. */
  private static final int MANY = 200;

  private final Queue<Throwable> told = new ConcurrentLinkedQueue<>();

  private Heddle startTolerant(Setup setup) {
    return start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
  }

  @OnEachRuntime(workers = {1, 2, 4})
  void fibersForWhichThereIsNoRoomGoOnElsewhere(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Signal go = Signal.manual();
    AtomicInteger woken = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      fibers.add(
          heddle.fiber(
              () -> {
                go.await();
                woken.getAndIncrement();
              }));
    }
    await("all wait", () -> fibers.stream().allMatch(fiber -> fiber.state() == FiberState.YIELDED));
    try (Scarcity scarcity = Scarcity.of("a longer ring")) {
      heddle.fiber(go::signal).join();
      fibers.forEach(Fiber::join);
      if (setup.workers() == 1) {
        assertThat(scarcity.asked()).isPositive();
      }
    }
    assertThat(woken.get()).isEqualTo(MANY);
  }

  @OnEachRuntime
  void aFiberWhoseThreadCannotBeStartedFails(Setup setup) {
    Heddle heddle = start(setup);
    try (Scarcity _ = Scarcity.of(1, "a thread of its own")) {
      assertThatThrownBy(heddle.fiber(() -> "never")::join)
          .isInstanceOf(RejectedExecutionException.class)
          .hasCauseInstanceOf(OutOfMemoryError.class);
    }
    assertThat(heddle.fiber(() -> "another").join()).isEqualTo("another");
    await("both have gone", () -> heddle.metrics().fibers() == 0);
  }

  @OnEachRuntime
  void aFiberThatCannotEvenSayWhyItFailedEndsAllTheSame(Setup setup) {
    Heddle heddle = startTolerant(setup);
    IllegalStateException failure = new IllegalStateException("cannot be kept");
    try (Scarcity _ = Scarcity.of("a thread of its own", "why it could not be started")) {
      assertThatThrownBy(heddle.fiber(() -> "never")::join)
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("no memory to say why");
    }
    try (Scarcity _ = Scarcity.of("how a fiber failed")) {
      Fiber<Object> fiber =
          heddle.fiber(
              () -> {
                throw failure;
              });
      assertThatThrownBy(fiber::join).isInstanceOf(OutOfMemoryError.class);
    }
    assertThat(told).containsExactly(failure);
    await("both have gone", () -> heddle.metrics().fibers() == 0);
  }

  @OnEachRuntime
  void aFailureThatCannotBeKeptIsToldAtOnce(Setup setup) {
    Heddle heddle = startTolerant(setup);
    IllegalStateException failure = new IllegalStateException("as it should");
    try (Scarcity _ = Scarcity.of("a failure that is untold")) {
      Fiber<Object> fiber =
          heddle.fiber(
              () -> {
                throw failure;
              });
      assertThatThrownBy(fiber::join).isSameAs(failure);
      await("it is told", () -> !told.isEmpty());
    }
    assertThat(told).containsExactly(failure);
    await("it has gone", () -> heddle.metrics().fibers() == 0);
  }
}
