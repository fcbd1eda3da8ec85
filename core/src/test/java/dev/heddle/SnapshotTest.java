package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.fiber.Mutex;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberInfo;
import dev.heddle.metrics.FiberLine;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a snapshot shows of workers and fibers. */
@SuppressWarnings("FutureReturnValueIgnored") // the close of the runtime waits for it
class SnapshotTest extends ConcurrentTestCase {

  @OnEachRuntime
  void theSumOverTheRulesIsTheNumberOfRuns(Setup setup) {
    Heddle heddle = start(setup);
    for (int i = 0; i < 300; i++) {
      heddle.enqueue(() -> {});
    }
    heddle.close();
    RuntimeMetrics metrics = heddle.snapshot().metrics();
    long byRule = Arrays.stream(Rule.values()).mapToLong(metrics::chosen).sum();
    assertThat(metrics.runs()).isEqualTo(byRule).isGreaterThanOrEqualTo(300);
    assertThat(byRule - metrics.chosen(Rule.READY)).isEqualTo(300);
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "in a world a task takes no time unless it waits")
  void longTasksAreTimed(Setup setup) {
    Heddle heddle = start(setup);
    for (int i = 0; i < 50; i++) {
      heddle.enqueue(
          () -> {
            long start = System.nanoTime();
            spinUntil("a fifth of a millisecond", () -> System.nanoTime() - start > 200_000);
          });
    }
    heddle.close();
    RuntimeMetrics metrics = heddle.snapshot().metrics();
    assertThat(metrics.runTimes().count()).isGreaterThanOrEqualTo(25);
    assertThat(metrics.runTimes().quantile(0.9)).isGreaterThanOrEqualTo(200_000);
    assertThat(metrics.workers().stream().mapToLong(worker -> worker.runTimes().count()).sum())
        .isEqualTo(metrics.runTimes().count());
    assertThat(metrics.queueWaits().count()).isPositive();
  }

  @OnEachRuntime
  void aFiberThatWaitsIsSeenWithItsNameAndWhoHoldsWhatItWaitsFor(Setup setup) {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    Gate gate = new Gate();
    heddle.fiber("the holder", () -> mutex.withLock(() -> gate.await()));
    await("it is held, by one that waits", () -> gate.hasParked(1));
    heddle.fiber("the waiter", () -> mutex.withLock(() -> {}));
    await("the waiter waits", () -> line(heddle, "the waiter").state() == FiberState.YIELDED);

    RuntimeSnapshot snapshot = heddle.snapshot();
    FiberLine line = line(heddle, "the waiter");
    assertThat(line.waitsFor()).contains("Mutex");
    assertThat(line.heldBy()).isEqualTo("the holder");
    assertThat(snapshot.fibers().longestWaits())
        .extracting(FiberLine::name)
        .contains("the waiter", "the holder");
    assertThat(snapshot.fibers().alive()).isEqualTo(2);
    assertThat(snapshot.fibers().started()).isEqualTo(2);
    assertThat(snapshot.fibers().states())
        .containsEntry(FiberState.YIELDED, 1L)
        .containsEntry(FiberState.WAITING, 1L); // a gate is waited for with a limit
    assertThat(snapshot.deadlocks()).isEmpty();

    FiberInfo info = heddle.lookAtFiber(line.id());
    assertThat(info).isNotNull();
    assertThat(info.name()).isEqualTo("the waiter");
    assertThat(info.stack()).isNotEmpty();
    gate.open();
    heddle.close();
    assertThat(heddle.snapshot().fibers().alive()).isZero();
    assertThat(heddle.lookAtFiber(line.id())).isNull();
  }

  private static FiberLine line(Heddle heddle, String name) {
    return heddle.findFibers(name, 0, 1).lines().getFirst();
  }

  @OnEachRuntime(workers = {1, 4})
  void forHowLongAFiberHasWaitedGrowsFromLookToLook(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    heddle.fiber("waits", () -> gate.await());
    await("it waits", () -> gate.waiters() == 1);
    await("it was seen to wait", () -> line(heddle, "waits").state() != FiberState.RUNNING);
    long first = line(heddle, "waits").waitedMillis();
    await("it has waited longer", () -> line(heddle, "waits").waitedMillis() > first + 5);
    gate.open();
  }

  @OnEachRuntime
  void aDeadlockIsShown(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex one = new Mutex();
    Mutex other = new Mutex();
    Gate both = new Gate();
    heddle.fiber("left", () -> lockBoth(one, other, both));
    heddle.fiber("right", () -> lockBoth(other, one, both));
    await("both have one", () -> both.waiters() == 2);
    both.open();
    await("they wait", () -> !heddle.snapshot().deadlocks().isEmpty());
    assertThat(heddle.snapshot().deadlocks().getFirst()).containsExactlyInAnyOrder("left", "right");
    assertThat(heddle.interruptFiber(line(heddle, "left").id())).isTrue();
    await("it is over", () -> heddle.snapshot().fibers().alive() == 0);
    assertThat(heddle.interruptFiber(-1)).isFalse();
  }

  private static void lockBoth(Mutex first, Mutex second, Gate both) throws Exception {
    first.withLock(
        () -> {
          both.await();
          try {
            second.lockInterruptibly();
            second.unlock();
          } catch (InterruptedException e) {
            // as the test wants it
          }
        });
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "in a world nobody looks while a fiber runs")
  void aBusyWorkerShowsWhatItIsAt(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean leave = new AtomicBoolean();
    heddle.fiber("the hog", () -> spinUntil("it may leave", leave::get));
    await("it is seen", () -> isSeenAt(heddle, "the hog"));
    leave.set(true);
    heddle.close();
    assertThat(heddle.snapshot().metrics().workers())
        .allMatch(worker -> worker.seenAt().isEmpty())
        .allMatch(worker -> worker.state() == WorkerMetrics.State.STOPPED);
  }

  private static boolean isSeenAt(Heddle heddle, String what) {
    return heddle.snapshot().metrics().workers().stream()
        .anyMatch(worker -> worker.seenAt().equals(what));
  }

  @OnEachRuntime(workers = 2)
  void ofVeryManyFibersSomeAreLookedAtAndTheRestIsEstimated(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    int many = setup.engine() == Engine.VIRTUAL && !setup.simulated() ? 25_000 : 100;
    for (int i = 0; i < many; i++) {
      heddle.fiber(() -> gate.await());
    }
    await("all wait", () -> gate.waiters() == many);
    var census = heddle.snapshot().fibers();
    assertThat(census.alive()).isEqualTo(many);
    assertThat(census.looked()).isBetween(Math.min(many, 20_000L), (long) many);
    assertThat(census.states().values().stream().mapToLong(Long::longValue).sum())
        .isBetween(many - 10L, many + 10L);
    gate.open();
  }
}
