package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Signal;
import dev.heddle.loom.Loom;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;

/**
 * A runner that has nothing to do sleeps where it is, on its worker's thread, if the worker was
 * woken for work last, and gives the thread back if it was woken for a fiber.
 */
class RestingRunnerTest extends ConcurrentTestCase {
  private static final String REAL = "it is about who keeps a real thread";
  private static final int MANY = 200;

  private static void awaitIdle(Heddle heddle) {
    await(
        "it sleeps",
        () ->
            heddle.metrics().busyRunners() == 0
                && heddle.metrics().workers().getFirst().state() == WorkerMetrics.State.PARKED);
  }

  /** The one runner, after the one worker was woken for work. */
  private static Thread idleRunner(Heddle heddle) throws Exception {
    awaitIdle(heddle);
    Thread runner = await(heddle.submit(Thread::currentThread));
    awaitIdle(heddle);
    return runner;
  }

  private static boolean isMounted(Thread runner) {
    return Loom.carrierOf(runner) != null;
  }

  @OnEachRuntime(workers = 1, engines = Engine.VIRTUAL, notSimulated = REAL)
  void anIdleRunnerKeepsTheThreadAndDoesWhatComes(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Thread runner = idleRunner(heddle);
    assertThat(isMounted(runner)).isTrue();
    for (int i = 0; i < MANY; i++) {
      assertThat(await(heddle.submit(Thread::currentThread))).isSameAs(runner);
      awaitIdle(heddle);
    }
    assertThat(heddle.metrics().runners()).isEqualTo(1);
    assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue();
    assertThat(runner.join(Delays.LONG)).isTrue();
  }

  @OnEachRuntime(workers = 1, engines = Engine.VIRTUAL, notSimulated = REAL)
  void aFiberThatIsWokenGetsTheThread(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Signal first = Signal.manual();
    Signal second = Signal.manual();
    AtomicInteger at = new AtomicInteger();
    Fiber<?> fiber =
        heddle.fiber(
            () -> {
              first.await();
              at.set(1);
              second.await();
            });
    Thread runner = idleRunner(heddle);
    assertThat(isMounted(runner)).isTrue();

    first.signal();
    await("the fiber is at its second wait", () -> at.get() == 1);
    awaitIdle(heddle);
    assertThat(isMounted(runner)).as("after a fiber").isFalse();

    assertThat(await(heddle.submit(Thread::currentThread))).isSameAs(runner);
    awaitIdle(heddle);
    assertThat(isMounted(runner)).as("after work").isTrue();
    second.signal();
    fiber.join();
  }

  @OnEachRuntime(workers = 1, engines = Engine.VIRTUAL, notSimulated = REAL)
  void aTimerEndsTheRest(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    boolean seen = false;
    for (int i = 0; i < MANY && !seen; i++) {
      Fiber<?> fiber = heddle.fiber(() -> Fiber.sleep(Delays.SHORT));
      Thread runner = idleRunner(heddle);
      seen = isMounted(runner) && !fiber.isDone(); // else this thread had to wait for too long
      fiber.join();
      awaitIdle(heddle);
      assertThat(seen && isMounted(runner)).as("after a fiber").isFalse();
    }
    assertThat(seen).as("some fiber slept longer than the runner needed to rest").isTrue();
  }

  @OnEachRuntime(workers = 1, engines = Engine.VIRTUAL, notSimulated = REAL)
  void anInterruptDoesNotKeepItAwake(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Thread runner = idleRunner(heddle);
    Thread carrier = Objects.requireNonNull(Loom.carrierOf(runner));
    runner.interrupt();
    await("it is forgotten", () -> !runner.isInterrupted());
    carrier.interrupt();
    await("so is that of its thread", () -> !carrier.isInterrupted());
    assertThat(await(heddle.submit(() -> Thread.currentThread().isInterrupted()))).isFalse();
    assertThat(await(heddle.submit(Thread::currentThread))).isSameAs(runner);
  }

  @OnEachRuntime(workers = 1, engines = Engine.VIRTUAL, notSimulated = REAL)
  void whoRecordsFibersSeesItLeave(Setup setup) throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("dev.heddle.FiberRun");
      recording.start();
      Heddle heddle = start(builder(setup).spareWorkers(0));
      assertThat(isMounted(idleRunner(heddle))).isFalse();
    }
  }

  @OnEachRuntime(workers = 1, engines = Engine.VIRTUAL, notSimulated = REAL)
  void whoSearchesForLongGivesTheThreadBackFirst(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0).spins(4, MANY));
    assertThat(isMounted(idleRunner(heddle))).isFalse();
  }
}
