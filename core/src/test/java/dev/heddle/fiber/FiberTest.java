package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

class FiberTest extends ConcurrentTestCase {

  @OnEachRuntime
  void runsAndGivesItsResult(Setup setup) {
    Heddle heddle = start(setup);
    assertThat(heddle.fiber(() -> 42).join()).isEqualTo(42);
    Fiber<String> named = heddle.fiber("carder", () -> Thread.currentThread().getName());
    assertThat(named.join()).isEqualTo("carder");
    assertThat(named.name()).isEqualTo("carder");
    assertThat(named.isDone()).isTrue();
  }

  @OnEachRuntime
  void hasAThreadOfItsOwn(Setup setup) {
    Heddle heddle = start(setup);
    ThreadLocal<String> local = new ThreadLocal<>();
    List<Fiber<String>> fibers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      fibers.add(
          heddle.fiber(
              () -> {
                String before = local.get();
                local.set("mine");
                Fiber.yield();
                return before + local.get();
              }));
    }
    assertThat(fibers).allSatisfy(fiber -> assertThat(fiber.join()).isEqualTo("nullmine"));
  }

  @OnEachRuntime
  void knowsItself(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger right = new AtomicInteger();
    List<Fiber<@Nullable Fiber<?>>> fibers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      fibers.add(heddle.fiber(() -> Fiber.current()));
    }
    fibers.forEach(fiber -> right.addAndGet(fiber.join() == fiber ? 1 : 0));
    assertThat(right.get()).isEqualTo(10);
    assertThat(Fiber.current()).isNull();
    assertThat(heddle.submit(() -> Fiber.current() == null).join()).isTrue();
  }

  @OnEachRuntime
  void throwsWhatTheFiberThrewAtTheJoin(Setup setup) {
    Heddle heddle = start(setup);
    IllegalStateException thrown = new IllegalStateException("broken thread");
    Fiber<?> fiber =
        heddle.fiber(
            () -> {
              throw thrown;
            });
    assertThatThrownBy(fiber::join).isSameAs(thrown);
  }

  @OnEachRuntime
  void aSleepingFiberCostsNoWorker(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Fiber<?>> fibers = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      fibers.add(heddle.fiber(() -> Fiber.sleep(Duration.ofMillis(100))));
    }
    fibers.forEach(Fiber::join);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(took)
        .isGreaterThanOrEqualTo(Duration.ofMillis(100))
        .isLessThan(Duration.ofSeconds(5));
  }

  @OnEachRuntime
  void anInterruptEndsASleep(Setup setup) {
    Heddle heddle = start(setup);
    Fiber<String> fiber =
        heddle.fiber(
            () -> {
              try {
                Fiber.sleep(Duration.ofHours(1));
                return "slept";
              } catch (InterruptedException e) {
                return "interrupted";
              }
            });
    fiber.interrupt();
    assertThat(fiber.join()).isEqualTo("interrupted");
  }

  @OnEachRuntime
  void yieldLetsOthersRun(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean set = new AtomicBoolean();
    Fiber<?> waiter =
        heddle.fiber(
            () -> {
              while (!set.get()) {
                Fiber.yield();
              }
            });
    heddle.submit(() -> set.set(true)).join();
    waiter.join();
  }

  @OnEachRuntime
  void joinWithATimeoutTellsWhetherItHasEnded(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Fiber<?> fiber = heddle.fiber(() -> Fiber.sleep(Duration.ofHours(1)));
    assertThat(fiber.join(Duration.ofMillis(5))).isFalse();
    fiber.cancel();
    assertThat(fiber.join(Duration.ofSeconds(10))).isTrue();
  }

  @OnEachRuntime
  void afterTheEndNoFiberIsStarted(Setup setup) {
    Heddle heddle = start(setup);
    heddle.close();
    assertThatThrownBy(() -> heddle.fiber(() -> 1)).isInstanceOf(RejectedExecutionException.class);
  }
}
