package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.Logged;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

class BlockingTest extends ConcurrentTestCase {

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void theResultComesFromAnotherThread(Setup setup) {
    Heddle heddle = start(setup);
    String name = heddle.invoke(() -> Blocking.call(() -> Thread.currentThread().toString()));
    assertThat(name).contains(heddle.name() + "-blocking-");
    assertThat(heddle.invoke(() -> heddle.blockingCall(Heddle::currentWorker))).isEqualTo(-1);
    AtomicBoolean ran = new AtomicBoolean();
    heddle.invoke(() -> Blocking.run(() -> ran.set(true)));
    assertThat(ran).isTrue();
  }

  @OnEachRuntime
  void callsHoldNoWorker(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate gate = new Gate();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 2 * setup.workers(); i++) {
      fibers.add(heddle.fiber(() -> Blocking.run(gate::await)));
    }
    await("all calls are under way", () -> gate.hasParked(2 * setup.workers()));

    assertThat(heddle.invoke(() -> 42)).isEqualTo(42);
    gate.open();
    fibers.forEach(Fiber::join);
  }

  @OnEachRuntime
  void whatTheCallThrowsIsThrownAsItIs(Setup setup) {
    Heddle heddle = start(setup);
    IOException checked = new IOException("on purpose");
    StackOverflowError error = new StackOverflowError("on purpose");
    heddle.invoke(
        () -> {
          assertThatThrownBy(
                  () ->
                      Blocking.run(
                          () -> {
                            throw checked;
                          }))
              .isSameAs(checked);
          assertThatThrownBy(
                  () ->
                      Blocking.run(
                          () -> {
                            throw error;
                          }))
              .isSameAs(error);
          assertThat(Blocking.<@Nullable String>call(() -> null)).isNull();
        });
  }

  @OnEachRuntime
  void anInterruptOfTheCallerInterruptsTheCall(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Fiber<String> fiber =
        heddle.fiber(
            () -> {
              try {
                Blocking.run(gate::awaitInterruptibly);
                return "went on";
              } catch (InterruptedException e) {
                return e.getMessage() + Thread.currentThread().isInterrupted();
              }
            });
    await("the call is under way", () -> gate.hasParked(1));
    fiber.interrupt();

    assertThat(fiber.join()).isEqualTo("at the gatefalse");
  }

  /** As it would in place: a call that does not heed the interrupt ends, and it is still there. */
  @OnEachRuntime
  void aCallThatDoesNotHeedTheInterruptGivesItsResultAndLeavesItSet(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Fiber<String> fiber =
        heddle.fiber(
            () -> {
              String result =
                  Blocking.call(
                      () -> {
                        gate.await();
                        return "result";
                      });
              return result + Thread.interrupted();
            });
    await("the call is under way", () -> gate.hasParked(1));
    fiber.interrupt();
    never("the caller goes on before the call has ended", fiber::isDone);
    gate.open();

    assertThat(fiber.join()).isEqualTo("resulttrue");
  }

  @OnEachRuntime
  void aCallerThatIsInterruptedBeforeFindsTheCallInterrupted(Setup setup) {
    Heddle heddle = start(setup);
    boolean seen =
        heddle
            .fiber(
                () -> {
                  Thread.currentThread().interrupt();
                  return Blocking.call(Thread::interrupted) && !Thread.interrupted();
                })
            .join();
    assertThat(seen).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(heddle.invoke(() -> Blocking.call(Thread::interrupted))).isFalse();
    }
  }

  @OnEachRuntime(workers = {0, 1, 2, 4, 8, 64})
  void aTimeoutInterruptsTheCallAndLeavesIt(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicBoolean begun = new AtomicBoolean();
    AtomicBoolean interrupted = new AtomicBoolean();
    heddle.invoke(
        () ->
            assertThatThrownBy(
                    () ->
                        Blocking.run(
                            () -> {
                              begun.set(true);
                              try {
                                gate.awaitInterruptibly();
                              } catch (InterruptedException e) {
                                interrupted.set(true);
                              }
                            },
                            Delays.TIMEOUT))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("left to itself"));
    await("the call is interrupted, if it began", () -> !begun.get() || interrupted.get());
    assertThat(heddle.<Integer>invoke(() -> Blocking.call(() -> 1, Delays.LONG))).isEqualTo(1);
  }

  @OnEachRuntime(workers = 2)
  void withoutTimeItIsTriedInVain(Setup setup) {
    Heddle heddle = start(setup);
    for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
      assertThatThrownBy(() -> heddle.blockingCall(() -> Thread.holdsLock(this), none))
          .isInstanceOf(TimeoutException.class);
    }
  }

  @OnEachRuntime(workers = {0, 2})
  void aPlainThreadCallsInPlaceUnlessItHasATimeout(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Thread me = Thread.currentThread();

    assertThat(heddle.blockingCall(Thread::currentThread)).isSameAs(me);
    assertThat(Blocking.call(Thread::currentThread)).isSameAs(me);
    assertThat(heddle.blockingCall(() -> Thread.currentThread().getName(), Delays.LONG))
        .startsWith(heddle.name() + "-blocking-");
    assertThatThrownBy(() -> Blocking.call(() -> 1, Delays.LONG))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("heddle.blockingCall");
    await(
        virtualThread(
            "jdk", () -> assertThat(heddle.blockingCall(() -> 1, Delays.LONG)).isEqualTo(1)));
  }

  @OnEachRuntime(workers = 2)
  void aCallInsideOfACallRunsInPlace(Setup setup) {
    Heddle heddle = start(setup);
    boolean same =
        heddle.invoke(
            () ->
                Blocking.call(
                    () ->
                        Blocking.call(Thread::currentThread) == Thread.currentThread()
                            && heddle.blockingCall(Thread::currentThread)
                                == Thread.currentThread()));
    assertThat(same).isTrue();
  }

  @OnEachRuntime(workers = {1, 4})
  void moreCallsThanThreadsWaitAsFibers(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate gate = new Gate();
    AtomicInteger ended = new AtomicInteger();
    int more = 40;
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < BlockingThreads.MOST; i++) {
      fibers.add(heddle.fiber(() -> Blocking.run(gate::await)));
    }
    await("as many as may be are under way", () -> gate.waiters() == BlockingThreads.MOST);
    for (int i = 0; i < more; i++) {
      fibers.add(heddle.fiber(() -> Blocking.run(ended::incrementAndGet)));
    }

    heddle
        .fiber(
            () ->
                assertThatThrownBy(() -> Blocking.run(() -> {}, Delays.TIMEOUT))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("no thread was free"))
        .join();
    Fiber<?> impatient = heddle.fiber(() -> Blocking.run(ended::incrementAndGet));
    impatient.cancel();
    await("it is gone", impatient::isDone);
    assertThat(ended).hasValue(0);
    gate.open();
    fibers.forEach(Fiber::join);
    assertThat(ended).hasValue(more);
  }

  @OnEachRuntime(workers = 2, notSimulated = "counts platform threads")
  void threadsAreUsedAgainAndEndWithTheRuntime(Setup setup) {
    Heddle heddle = start(setup);
    for (int i = 0; i < 100; i++) {
      heddle.invoke(() -> Blocking.run(() -> {}));
    }
    assertThat(threadsNamed(heddle.name() + "-blocking-")).hasSizeBetween(1, 20);
    assertThat(threadsNamed(heddle.name() + "-blocking-")).allMatch(Thread::isDaemon);
    heddle.close();
    for (Thread thread : threadsNamed(heddle.name() + "-blocking-")) {
      await(thread);
    }
  }

  // ---- the close

  @OnEachRuntime
  void closeWaitsForACall(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Fiber<String> fiber =
        heddle.fiber(
            () ->
                Blocking.call(
                    () -> {
                      gate.await();
                      return "done";
                    }));
    await("the call is under way", () -> gate.hasParked(1));
    Thread closer =
        thread("closer", () -> assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue());
    await("the close has begun", heddle::isClosed);
    never("the close ends", () -> !closer.isAlive());
    gate.open();
    await(closer);

    assertThat(fiber.join()).isEqualTo("done");
    assertThatThrownBy(() -> heddle.blockingCall(() -> 1, Delays.LONG))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @OnEachRuntime(workers = {1, 4})
  void closeWaitsForACallThatItsCallerHasLeft(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    assertThatThrownBy(() -> heddle.blockingCall(asResult(gate), Delays.TIMEOUT))
        .isInstanceOf(TimeoutException.class);
    Thread closer =
        thread("closer", () -> assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue());
    await("the close has begun", heddle::isClosed);
    never("the close ends", () -> !closer.isAlive());
    gate.open();
    await(closer);
  }

  private static Callable<Integer> asResult(Gate gate) {
    return () -> {
      gate.await();
      return 1;
    };
  }

  @OnEachRuntime(workers = 2)
  void closeReportsACallThatDoesNotEnd(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicReference<@Nullable Thread> runs = new AtomicReference<>();
    Fiber<?> fiber =
        heddle.fiber(
            "stubborn",
            () ->
                Blocking.run(
                    () -> {
                      runs.set(Thread.currentThread());
                      gate.await();
                    }));
    await("the call is under way", () -> gate.hasParked(1));
    try (Logged logged = new Logged()) {
      ShutdownReport report = heddle.shutdown(Delays.SHORT);

      String call = heddle.name() + "-blocking-1, called by stubborn";
      assertThat(report.unfinished())
          .hasSize(2)
          .anyMatch(each -> each.startsWith("stubborn"))
          .anyMatch(each -> each.startsWith(call) && each.contains("Gate.await"));
      assertThat(logged.about(heddle.name())).anyMatch(message -> message.contains(call));
      assertThat(heddle.shutdown(Delays.SHORT)).isEqualTo(report);
    }
    gate.open();
    await("the fiber ends all the same", fiber::isDone);
    Thread thread = runs.get();
    if (thread != null) {
      await(thread);
    }
  }

  /** Near the stack's end it is refused, or the wait fails, as the JVM cannot park; or it runs. */
  @OnEachRuntime(workers = 2, notSimulated = "copies a full stack at each point, which takes long")
  void aStackOverflowAtTheCallLosesNoThread(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger calls = new AtomicInteger();
    heddle
        .fiber(
            () -> {
              for (int i = 0; i < 5; i++) {
                StackEnd.run(() -> Blocking.run(calls::incrementAndGet));
              }
            })
        .join();
    assertThat(calls).hasValueGreaterThanOrEqualTo(5);
    Gate gate = new Gate();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < BlockingThreads.MOST; i++) {
      fibers.add(heddle.fiber(() -> Blocking.run(gate::await)));
    }
    await("all places are to be had", () -> gate.waiters() == BlockingThreads.MOST);
    gate.open();
    fibers.forEach(Fiber::join);
  }
}
