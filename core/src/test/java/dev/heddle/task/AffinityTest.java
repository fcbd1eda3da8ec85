package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.Rule;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Asking for a worker, returning to one, and insisting on one. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class AffinityTest extends ConcurrentTestCase {

  @OnEachRuntime
  void aBoundTaskRunsOnItsWorkerAndNoOther(Setup setup) {
    Heddle heddle = start(setup);
    List<Task> tasks = new ArrayList<>();
    for (int round = 0; round < 20; round++) {
      for (int w = 0; w < setup.workers(); w++) {
        int wanted = w;
        Task task =
            Task.of(() -> assertThat(Heddle.currentWorker()).isEqualTo(wanted))
                .affinity(Affinity.boundTo(wanted));
        tasks.add(task);
        heddle.spawn(task);
        heddle.spawn(() -> {}); // something for the others to do
      }
    }
    tasks.forEach(Task::join);

    assertThat(heddle.metrics().chosen(Rule.AFFINITY)).isGreaterThanOrEqualTo(tasks.size());
  }

  @OnEachRuntime
  void aBoundTaskWakesItsWorkerFromInside(Setup setup) {
    Heddle heddle = start(setup);
    int wanted = setup.workers() - 1;

    int ranOn =
        heddle.invoke(
            () -> {
              try (Scope scope = Scope.open()) {
                return scope.spawn(Affinity.boundTo(wanted), Heddle::currentWorker).join();
              }
            });

    assertThat(ranOn).isEqualTo(wanted);
  }

  @OnEachRuntime
  void everyTaskWithAHintRunsExactlyOnce(Setup setup) {
    Heddle heddle = start(setup);
    int count = 2_000;
    int[] runs = new int[count];
    AtomicInteger inside = new AtomicInteger();

    heddle.invoke(
        () -> {
          try (Scope scope = Scope.open()) {
            for (int i = 0; i < count; i++) {
              int id = i;
              scope.spawn(Affinity.worker(i % setup.workers()), () -> runs[id]++);
              scope.spawn(inside::incrementAndGet);
            }
          }
          return 0;
        });

    assertThat(runs).containsOnly(1);
    assertThat(inside).hasValue(count);
  }

  /** The other workers are all held, so the hinted worker alone can take it, by its mailbox. */
  @OnEachRuntime(workers = {2, 4})
  void aHintedTaskIsTakenByItsWorkerFromTheMailbox(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    int wanted = setup.workers() - 1;
    AtomicBoolean leave = new AtomicBoolean();
    AtomicInteger held = new AtomicInteger();
    for (int w = 0; w < wanted; w++) {
      heddle.spawn(
          Task.of(
                  () -> {
                    held.incrementAndGet();
                    spinUntil("may leave", leave::get);
                  })
              .affinity(Affinity.boundTo(w)));
    }
    await("the others are held", () -> held.get() == wanted);

    try (Scope scope = heddle.scope()) {
      Job<Integer> job = scope.spawn(Affinity.worker(wanted), Heddle::currentWorker);
      assertThat(await(job)).isEqualTo(wanted);
    } finally {
      leave.set(true);
    }
  }

  @OnEachRuntime(workers = {2, 4})
  void aHintedTaskIsTakenByAnotherIfItsWorkerIsHeld(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean leave = new AtomicBoolean();
    AtomicBoolean held = new AtomicBoolean();
    heddle.spawn(
        Task.of(
                () -> {
                  held.set(true);
                  spinUntil("may leave", leave::get);
                })
            .affinity(Affinity.boundTo(0)));
    await("worker 0 is held", held::get);

    try (Scope scope = heddle.scope()) {
      Job<Integer> job = scope.spawn(Affinity.worker(0), Heddle::currentWorker);
      assertThat(await(job)).isNotEqualTo(0);
    } finally {
      leave.set(true);
    }
  }

  @OnEachRuntime(workers = {2, 4})
  void replayAsksTheWorkerThatRanTheLastOne(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Affinity hint = Affinity.replay();
    assertThat(hint).asString().contains("not run yet");
    Task first = Task.of(() -> {}).affinity(hint);
    heddle.invoke(first);
    assertThat(hint).asString().matches("replay on worker \\d+");
    int last = Integer.parseInt(hint.toString().replaceAll("\\D", ""));

    // All but that worker are held: were it asked by nobody, the task would still run there. So
    // hold
    // that one too, and let it go first: it has to find the task in its mailbox, not a queue.
    AtomicBoolean leave = new AtomicBoolean();
    AtomicBoolean leaveLast = new AtomicBoolean();
    AtomicInteger held = new AtomicInteger();
    for (int w = 0; w < setup.workers(); w++) {
      AtomicBoolean mine = w == last ? leaveLast : leave;
      heddle.spawn(
          Task.of(
                  () -> {
                    held.incrementAndGet();
                    spinUntil("may leave", mine::get);
                  })
              .affinity(Affinity.boundTo(w)));
    }
    await("all are held", () -> held.get() == setup.workers());
    long before = affinityChoices(heddle, last);
    AtomicInteger ranOn = new AtomicInteger(-1);
    Task again = Task.of(() -> ranOn.set(Heddle.currentWorker())).affinity(hint);
    heddle.spawn(again);
    leaveLast.set(true);
    again.join();
    leave.set(true);

    assertThat(ranOn).hasValue(last);
    assertThat(affinityChoices(heddle, last)).isEqualTo(before + 1);
  }

  @OnEachRuntime(workers = {1, 4})
  void aWorkerThatDoesNotExistIsRefused(Setup setup) {
    Heddle heddle = start(setup);
    int bad = setup.workers();

    for (Affinity affinity : List.of(Affinity.worker(bad), Affinity.boundTo(bad))) {
      Task task = Task.of(() -> {}).affinity(affinity);
      assertThatThrownBy(() -> heddle.spawn(task))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("worker " + bad)
          .hasMessageContaining("has " + setup.workers());
    }
  }

  @Test
  void aNegativeWorkerIsRefusedAtOnce() {
    assertThatThrownBy(() -> Affinity.worker(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> Affinity.boundTo(-7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-7");
  }

  private static long affinityChoices(Heddle heddle, int worker) {
    return heddle.metrics().workers().get(worker).chosen().getOrDefault(Rule.AFFINITY, 0L);
  }
}
