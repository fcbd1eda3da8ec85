package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.fiber.Signal;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that a step wakes is what the step's worker goes on with next, unless it takes long.
 */
class NextProcessTest extends ProcessTestCase {

  private static Pid idle(Heddle heddle, Probe.EventScript script) {
    Pid pid = heddle.processes().spawn(Probe.onEvent(script));
    awaitState(heddle, pid, ProcessState.IDLE);
    return pid;
  }

  @OnEachRuntime(workers = {2, 4, 8, 64})
  void ifTheStepGoesOnForLongAnotherWorkerTakesIt(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger got = new AtomicInteger();
    Pid receiver = idle(heddle, (self, event, out) -> got.incrementAndGet());
    for (int i = 1; i <= 3; i++) {
      int sends = i;
      Pid sender =
          idle(
              heddle,
              (self, event, out) -> {
                heddle.processes().send(receiver, "wakes it");
                spinUntil("another worker has run it", () -> got.get() == sends);
                out.complete();
              });
      heddle.processes().send(sender, "go");
      ended(heddle, sender);
    }
    assertThat(got).hasValue(3);
  }

  @OnEachRuntime(workers = 1)
  void ifTheStepWaitsItsWorkerRunsIt(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Signal ran = Signal.manual();
    Pid receiver = idle(heddle, (self, event, out) -> ran.signal());
    Pid sender =
        idle(
            heddle,
            (self, event, out) -> {
              heddle.processes().send(receiver, "wakes it");
              ran.await();
              out.complete("it has run");
            });
    heddle.processes().send(sender, "go");
    assertThat(result(heddle, sender)).isEqualTo("it has run");
  }

  @OnEachRuntime(workers = 1)
  void thoseThatAStepWakesRunInTheOrderOfWaking(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    List<String> order = new CopyOnWriteArrayList<>();
    Pid first = idle(heddle, (self, event, out) -> order.add("first"));
    Pid second = idle(heddle, (self, event, out) -> order.add("second"));
    Pid third = idle(heddle, (self, event, out) -> order.add("third"));
    Pid sender =
        idle(
            heddle,
            (self, event, out) -> {
              heddle.processes().send(first, "a");
              heddle.processes().send(second, "b");
              heddle.processes().send(third, "c");
              order.add("the step ends");
            });
    heddle.processes().send(sender, "go");
    await("all have run", () -> order.size() == 4);
    assertThat(order).containsExactly("the step ends", "first", "second", "third");
  }

  /** Two that wake each other for ever: all rules have their turn beside them. */
  @OnEachRuntime(workers = 1)
  void twoThatKeepEachOtherReadyLetOthersIn(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger hops = new AtomicInteger();
    Probe.EventScript hop =
        (self, event, out) -> {
          hops.incrementAndGet();
          if (!over.get() && event.data() instanceof Pid other) {
            heddle.processes().send(other, self.context().self());
          }
        };
    Pid one = idle(heddle, hop);
    Pid other = idle(heddle, hop);
    heddle.processes().send(one, other);
    await("they are at it", () -> hops.get() > 100);
    assertThat(await(heddle.submit(() -> "from outside"))).isEqualTo("from outside");
    assertThat(heddle.fiber(NextProcessTest::slept).join()).isEqualTo("slept");
    over.set(true);
  }

  private static String slept() throws InterruptedException {
    Thread.sleep(Duration.ofMillis(1));
    return "slept";
  }

  @OnEachRuntime(workers = {1, 2, 4})
  void aMillionHopsLoseNothing(Setup setup) {
    Heddle heddle = start(setup);
    int hops = setup.simulated() ? 2_000 : 1_000_000;
    AtomicInteger left = new AtomicInteger(hops);
    Probe.EventScript hop =
        (self, event, out) -> {
          if (left.decrementAndGet() > 0 && event.data() instanceof Pid other) {
            heddle.processes().send(other, self.context().self());
          }
        };
    Pid one = idle(heddle, hop);
    Pid other = idle(heddle, hop);
    heddle.processes().send(one, other);
    await("all hops are made", () -> left.get() == 0);
    assertThat(heddle.processes().counts().sent()).isEqualTo(hops);
  }
}
