package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.task.Affinity;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What a runtime tells about itself. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class MetricsTest extends ConcurrentTestCase {

  private static long total(RuntimeMetrics metrics) {
    return metrics.workers().stream().mapToLong(WorkerMetrics::total).sum();
  }

  /** Every item that ran was chosen once, by a rule with a name. */
  @OnEachRuntime
  void theChoicesAddUpToTheItemsThatRan(Setup setup) {
    Heddle heddle = start(setup);
    int enqueued = 500;
    int spawned = 3;
    int bound = 2;
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < enqueued; i++) {
      heddle.enqueue(
          () -> {
            for (int k = 0; k < spawned; k++) {
              Task.of(ran::incrementAndGet).spawn();
            }
          });
    }
    for (int i = 0; i < bound; i++) {
      heddle.spawn(Task.of(ran::incrementAndGet).affinity(Affinity.boundTo(0)));
    }
    heddle.close();

    RuntimeMetrics metrics = heddle.metrics();
    assertThat(ran).hasValue(enqueued * spawned + bound);
    assertThat(total(metrics) - metrics.chosen(Rule.READY))
        .as("%s", metrics)
        .isEqualTo(enqueued + enqueued * spawned + bound);
    assertThat(metrics.chosen(Rule.AFFINITY)).isEqualTo(bound);
    long byRule = 0;
    for (Rule rule : Rule.values()) {
      byRule += metrics.chosen(rule);
    }
    assertThat(byRule).isEqualTo(total(metrics));
  }

  /** What a join takes back and runs in place counts as chosen by LOCAL. */
  @OnEachRuntime(workers = 1)
  void whatRunsInPlaceIsCountedToo(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));

    heddle.invoke(
        () -> {
          for (int i = 0; i < 100; i++) {
            Task child = Task.of(() -> {});
            child.spawn();
            child.join();
          }
          try (Scope scope = Scope.open()) {
            for (int i = 0; i < 100; i++) {
              scope.spawn(() -> {});
            }
          }
        });

    assertThat(heddle.metrics().chosen(Rule.LOCAL)).isEqualTo(200);
    assertThat(heddle.metrics().chosen(Rule.SHARED)).isEqualTo(1);
  }

  @OnEachRuntime(workers = 1)
  void returnedTasksAndSuccessorsAreCountedByTheirRules(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Task returned = Task.of(() -> {});
    Task first =
        new Task() {
          @Override
          protected Task execute() {
            return returned;
          }
        };
    Task successor = Task.of(() -> {}).after(first);
    heddle.spawn(successor);
    heddle.spawn(first);
    successor.join();
    heddle.close();

    assertThat(heddle.metrics().chosen(Rule.BYPASS)).isEqualTo(1);
    assertThat(heddle.metrics().chosen(Rule.SUCCESSOR)).isEqualTo(1);
  }

  @OnEachRuntime(workers = {2, 4})
  void stealsAreCountedByTriesSuccessesAndItems(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger stolen = new AtomicInteger();
    heddle.invoke(
        Task.of(
                () -> {
                  for (int i = 0; i < 20; i++) {
                    Task.of(stolen::incrementAndGet).spawn();
                  }
                  spinUntil("all were stolen", () -> stolen.get() == 20);
                })
            .affinity(Affinity.boundTo(0)));

    RuntimeMetrics metrics = heddle.metrics();
    long made = metrics.workers().stream().mapToLong(WorkerMetrics::stealsMade).sum();
    long tried = metrics.workers().stream().mapToLong(WorkerMetrics::stealsTried).sum();
    long items = metrics.workers().stream().mapToLong(WorkerMetrics::itemsStolen).sum();
    assertThat(metrics.chosen(Rule.STOLEN)).isPositive().isLessThanOrEqualTo(made);
    assertThat(made).isLessThanOrEqualTo(tried);
    assertThat(items).isGreaterThanOrEqualTo(20).isGreaterThanOrEqualTo(made);
    assertThat(metrics.workers().getFirst().stealsMade()).as("of the victim").isZero();
  }

  @OnEachRuntime(workers = {1, 4})
  void stateAndQueuesAreShown(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    await("all sleep", () -> allAre(heddle, WorkerMetrics.State.PARKED));
    assertThat(heddle.metrics().workers()).allMatch(worker -> worker.parks() > 0);
    AtomicBoolean leave = new AtomicBoolean();
    AtomicInteger held = new AtomicInteger();
    AtomicInteger spawned = new AtomicInteger();
    for (int w = 0; w < setup.workers(); w++) {
      heddle.spawn(
          Task.of(
                  () -> {
                    held.incrementAndGet();
                    spinUntil("nobody can steal", () -> held.get() == setup.workers());
                    Task.of(() -> {}).spawn();
                    spawned.incrementAndGet();
                    spinUntil("may leave", leave::get);
                  })
              .affinity(Affinity.boundTo(w)));
    }
    await("all are held", () -> spawned.get() == setup.workers());
    for (int i = 0; i < 5; i++) {
      heddle.enqueue(() -> {});
    }

    RuntimeMetrics metrics = heddle.metrics();
    leave.set(true);

    assertThat(metrics.workers()).hasSize(setup.workers());
    assertThat(metrics.workers())
        .allSatisfy(
            worker -> {
              assertThat(worker.state()).isEqualTo(WorkerMetrics.State.BUSY);
              assertThat(worker.spare()).isFalse();
            });
    assertThat(metrics.workers().stream().mapToInt(WorkerMetrics::worker))
        .isEqualTo(IntStream.range(0, setup.workers()).boxed().toList());
    assertThat(metrics.workers().stream().mapToInt(WorkerMetrics::queued).sum())
        .isEqualTo(setup.workers());
    assertThat(metrics.sharedQueue()).isEqualTo(5);
    heddle.close();
    assertThat(allAre(heddle, WorkerMetrics.State.STOPPED)).isTrue();
    assertThat(heddle.metrics().sharedQueue()).isZero();
  }

  private static boolean allAre(Heddle heddle, WorkerMetrics.State state) {
    return heddle.metrics().workers().stream().allMatch(worker -> worker.state() == state);
  }

  @OnEachRuntime
  void runnersAtAnItemAreCounted(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate gate = new Gate();
    int blocked = 3;
    for (int i = 0; i < blocked; i++) {
      heddle.submit(gate::await);
    }
    await("all wait", () -> gate.hasParked(blocked));

    assertThat(heddle.metrics().busyRunners()).isEqualTo(blocked);
    assertThat(heddle.metrics().runners()).isGreaterThanOrEqualTo(blocked);
    gate.open();
    await("none is busy", () -> heddle.metrics().busyRunners() == 0);
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "needs spare workers")
  void sparesAreCountedAndMarked(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).stuckAfter(Duration.ofMillis(5)));
    AtomicBoolean leave = new AtomicBoolean();
    AtomicInteger held = new AtomicInteger();
    for (int w = 0; w < setup.workers(); w++) {
      heddle.submit(
          () -> {
            held.incrementAndGet();
            spinUntil("may leave", leave::get);
          });
    }
    await("all are held", () -> held.get() == setup.workers());
    await(heddle.submit(() -> {}));
    leave.set(true);

    // Where a permanent worker comes late, a spare may hold one of the items and not run the last.
    assertThat(heddle.metrics().sparesStarted()).isPositive();
    assertThat(heddle.metrics().workers())
        .anyMatch(worker -> worker.spare() && worker.worker() >= setup.workers());
    assertThat(heddle.metrics().workers().stream().filter(WorkerMetrics::spare))
        .allMatch(worker -> worker.worker() >= setup.workers())
        .anyMatch(worker -> worker.total() > 0);
  }
}
