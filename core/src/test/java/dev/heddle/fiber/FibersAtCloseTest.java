package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What happens to a thousand blocked fibers when their runtime is closed. */
class FibersAtCloseTest extends ConcurrentTestCase {
  private static final int COUNT = 1_000;

  @OnEachFiberRuntime
  void thoseThatWillBeSignalledFinish(Setup setup) {
    Heddle heddle = start(setup);
    Signal signal = Signal.manual();
    AtomicInteger finished = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      fibers.add(
          heddle.fiber(
              () -> {
                signal.await();
                finished.incrementAndGet();
              }));
    }
    thread(
        "signaller",
        () -> {
          await("somebody closes", heddle::isClosed);
          await("all wait", () -> heddle.dump().count(FiberState.YIELDED) == COUNT);
          signal.signal();
        });
    unbind(heddle);
    ShutdownReport report = heddle.shutdown(Duration.ofSeconds(60));
    assertThat(report.orderly()).isTrue();
    assertThat(fibers).allMatch(Fiber::isDone);
    assertThat(finished.get()).isEqualTo(COUNT);
  }

  @OnEachFiberRuntime
  void thoseThatNeverWillAreInterruptedAndReportedByName(Setup setup) {
    Heddle heddle = start(setup);
    Signal never = Signal.manual();
    AtomicInteger interrupted = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      fibers.add(
          heddle.fiber(
              "loom-" + i,
              () -> {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  interrupted.incrementAndGet();
                }
              }));
    }
    await("all wait", () -> heddle.dump().count(FiberState.YIELDED) == COUNT);
    unbind(heddle);
    ShutdownReport report = heddle.shutdown(Duration.ofMillis(20));
    assertThat(report.interrupted()).hasSize(COUNT).contains("loom-0", "loom-999");
    assertThat(report.unfinished()).isEmpty();
    assertThat(interrupted.get()).isEqualTo(COUNT);
    assertThat(fibers).allMatch(Fiber::isDone);
  }
}
