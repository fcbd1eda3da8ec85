package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

class FiberTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void runsAndGivesItsResult(Setup setup) {
    Heddle heddle = start(setup);
    assertThat(heddle.fiber(() -> 42).join()).isEqualTo(42);
    Fiber<String> named = heddle.fiber("carder", () -> Thread.currentThread().getName());
    assertThat(named.join()).isEqualTo("carder");
    assertThat(named.name()).isEqualTo("carder");
    assertThat(named.isDone()).isTrue();
  }

  @OnEachFiberRuntime
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

  @OnEachFiberRuntime
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

  @OnEachFiberRuntime
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

  @OnEachFiberRuntime
  void aSleepingFiberCostsNoWorker(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Fiber<?>> fibers = new ArrayList<>();
    long start = Clock.nanos();
    for (int i = 0; i < 100; i++) {
      fibers.add(heddle.fiber(() -> Fiber.sleep(Duration.ofMillis(100))));
    }
    fibers.forEach(Fiber::join);
    Duration took = Duration.ofNanos(Clock.nanos() - start);
    assertThat(took)
        .isGreaterThanOrEqualTo(Duration.ofMillis(100))
        .isLessThan(Duration.ofSeconds(5));
  }

  @OnEachFiberRuntime
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

  @OnEachFiberRuntime
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

  @OnEachFiberRuntime
  void joinWithATimeoutTellsWhetherItHasEnded(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Fiber<?> fiber = heddle.fiber(() -> Fiber.sleep(Duration.ofHours(1)));
    assertThat(fiber.join(Duration.ofMillis(5))).isFalse();
    fiber.cancel();
    assertThat(fiber.join(Duration.ofSeconds(10))).isTrue();
  }

  @OnEachFiberRuntime
  void afterTheEndNoFiberIsStarted(Setup setup) {
    Heddle heddle = start(setup);
    unbind(heddle);
    heddle.close();
    assertThatThrownBy(() -> heddle.fiber(() -> 1)).isInstanceOf(RejectedExecutionException.class);
  }

  /** Case 2 of the design: time passes under load too. */
  @OnEachFiberRuntime(workers = {0, 1, 2, 4})
  void aSleepEndsInTimeWhileEverybodyIsBusy(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean over = new AtomicBoolean();
    for (int i = 0; i < 2 * Math.max(1, setup.workers()); i++) {
      keepBusy(heddle, over);
    }
    Fiber<Long> sleeper =
        heddle.fiber(
            () -> {
              long[] took = new long[11];
              for (int i = 0; i < took.length; i++) {
                long start = Clock.nanos();
                Fiber.sleep(Duration.ofMillis(10));
                took[i] = Clock.nanos() - start;
              }
              Arrays.sort(took);
              return took[took.length / 2];
            });
    long median = sleeper.join();
    over.set(true);
    assertThat(Duration.ofNanos(median)).isBetween(Duration.ofMillis(10), Duration.ofMillis(100));
  }

  /** Tasks of some 100 microseconds, each of which spawns the next. */
  private static void keepBusy(Heddle heddle, AtomicBoolean over) {
    heddle.spawn(
        () -> {
          spinFor(100_000);
          if (!over.get()) {
            keepBusy(heddle, over);
          }
        });
  }

  /** The timer stands with a worker that is busy with one long item: another one looks after it. */
  @OnEachFiberRuntime(workers = {2, 4, 64})
  void aSleepEndsThoughItsWorkerIsStuck(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean awake = new AtomicBoolean();
    Fiber<?> sleeper =
        heddle.fiber(
            () -> {
              heddle.spawn(() -> spinUntil("the sleeper is awake", awake::get)); // on this worker
              Fiber.sleep(Duration.ofMillis(5));
              awake.set(true);
            });
    sleeper.join();
  }

  @OnEachFiberRuntime
  void manySleepersWakeAndLeaveNothing(Setup setup) {
    Heddle heddle = start(setup);
    int count = setup.engine() == Engine.VIRTUAL ? 10_000 : 500;
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int millis = i % 50;
      fibers.add(heddle.fiber(() -> Fiber.sleep(Duration.ofMillis(millis))));
    }
    fibers.forEach(Fiber::join);
    assertThat(heddle.metrics().timers()).isZero();
  }

  @OnEachFiberRuntime(workers = {1, 4})
  void aFailureThatNobodyJoinedIsToldWhenTheRuntimeCloses(Setup setup) {
    List<Throwable> told = new CopyOnWriteArrayList<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
    IllegalStateException lonely = new IllegalStateException("nobody asks");
    IllegalStateException joined = new IllegalStateException("somebody asks");
    Fiber<?> one = heddle.fiber(() -> throwIt(lonely));
    Fiber<?> two = heddle.fiber(() -> throwIt(joined));
    await("both have failed", () -> one.isDone() && two.isDone());
    assertThatThrownBy(two::join).isSameAs(joined);
    unbind(heddle);
    heddle.close();
    assertThat(told).containsExactly(lonely);
  }

  /** Who only waits for the end has not been told how it came. */
  @OnEachRuntime(workers = {1, 4})
  void aFailureIsToldThoughSomebodyWaitedForTheEnd(Setup setup) {
    List<Throwable> told = new CopyOnWriteArrayList<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
    IllegalStateException failure = new IllegalStateException("asked only whether, not how");
    Signal waits = Signal.manual();
    Fiber<?> fiber =
        heddle.fiber(
            () -> {
              waits.await();
              throw failure;
            });
    Fiber<Boolean> waiter = heddle.fiber(() -> fiber.join(Duration.ofMinutes(1)));
    await("it waits", () -> fiber.joiners() == 1);
    waits.signal();
    assertThat(waiter.join()).isTrue();
    heddle.close();
    assertThat(told).containsExactly(failure);
  }

  @OnEachRuntime(workers = {1, 4})
  void whoJoinsForATimeLeavesNothingBehind(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Signal over = Signal.manual();
    Fiber<?> fiber = heddle.fiber(() -> over.await());
    for (int i = 0; i < 1_000; i++) {
      assertThat(fiber.join(Duration.ofNanos(1))).isFalse();
    }
    assertThat(fiber.joiners()).isZero();
    over.signal();
    fiber.join();
  }

  @OnEachFiberRuntime(workers = 1, notSimulated = "what is garbage depends on the collector")
  void aFailureThatNobodyCanJoinAnyMoreIsTold(Setup setup) {
    List<Throwable> told = new CopyOnWriteArrayList<>();
    Heddle heddle = start(builder(setup).uncaughtExceptionHandler((thread, e) -> told.add(e)));
    heddle.fiber(() -> throwIt(new IllegalStateException("forgotten")));
    await(
        "it is told",
        () -> {
          System.gc();
          return told.size() == 1;
        });
    assertThat(told.getFirst()).hasMessage("forgotten");
  }

  private static void throwIt(RuntimeException e) {
    throw e;
  }
}
