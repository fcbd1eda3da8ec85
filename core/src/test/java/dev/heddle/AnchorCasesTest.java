package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.metrics.Engine;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.task.Affinity;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.SlowInitializer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future.State;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What has gone wrong in the schedulers that Heddle stands on, and must not here. The numbers are
 * those of the design's section "Better than the anchors".
 */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class AnchorCasesTest extends ConcurrentTestCase {

  // ---- 5

  /** marl: the process dies. */
  @OnEachRuntime
  void case05ATaskThatThrowsFailsItsJoinAndItsSiblingsButNotTheWorker(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    IllegalStateException failure = new IllegalStateException("on purpose");

    heddle.invoke(
        () -> {
          try (Scope scope = Scope.open()) {
            Job<?> failing =
                scope.enqueue(
                    () -> {
                      throw failure;
                    });
            assertThatThrownBy(failing::join).isSameAs(failure);
            Job<?> sibling = scope.spawn(() -> {});
            assertThatThrownBy(scope::join).isSameAs(failure);
            assertThat(sibling.state()).isEqualTo(State.CANCELLED);
          }
        });

    assertThat(heddle.metrics().workers())
        .noneMatch(worker -> worker.state() == WorkerMetrics.State.STOPPED);
    assertThat(heddle.invoke(() -> "alive")).isEqualTo("alive");
  }

  // ---- 6

  /** marl: dropped in release builds. */
  @OnEachRuntime
  void case06AThreadThatHasNothingToDoWithTheRuntimeMayEnqueue(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();

    Thread platform = thread("unbound", () -> heddle.enqueue(ran::incrementAndGet));
    Thread virtual = virtualThread("unbound", () -> heddle.enqueue(ran::incrementAndGet));
    Heddle other = start(setup);
    other.submit(() -> heddle.enqueue(ran::incrementAndGet));
    await(platform);
    await(virtual);

    await("all three ran", () -> ran.get() == 3);
  }

  // ---- 7

  /** marl: the bound task hides what is queued behind it from thieves. */
  @OnEachRuntime(workers = {2, 4, 8})
  void case07WhatIsQueuedBehindABoundTaskCanBeStolen(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger stolen = new AtomicInteger();
    AtomicBoolean boundRan = new AtomicBoolean();

    Job<?> holder;
    try (Scope scope = heddle.scope()) {
      holder =
          scope.spawn(
              Affinity.boundTo(0),
              (Callable<Integer>)
                  () -> {
                    for (int i = 0; i < 10; i++) {
                      Task.of(stolen::incrementAndGet).spawn();
                      if (i % 3 == 0) {
                        Task.of(() -> boundRan.set(true)).affinity(Affinity.boundTo(0)).spawn();
                      }
                    }
                    spinUntil("all were stolen", () -> stolen.get() == 10);
                    assertThat(boundRan).as("the bound ones wait for us").isFalse();
                    return Heddle.currentWorker();
                  });
    }

    assertThat(await(holder)).isEqualTo(0);
    await("the bound ones run at last", boundRan::get);
  }

  // ---- 8

  /** oneTBB #2156: deadlock. */
  @OnEachRuntime
  void case08AnEnqueuedTaskEnqueuesAnotherAndWaitsForIt(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Task inner = Task.of(() -> {});
    Task outer =
        Task.of(
            () -> {
              heddle.enqueue(inner);
              inner.join();
            });

    heddle.enqueue(outer);
    outer.join();

    assertThat(
            await(heddle.submit(() -> heddle.submit(() -> heddle.submit(() -> 8).join()).join())))
        .isEqualTo(8);
  }

  // ---- 10

  /** How a task keeps its worker busy without end. */
  private enum Busy {
    BY_SPAWNING,
    BY_RETURNING,
    BY_SUCCESSORS,
    BY_YIELDING
  }

  private static final class Restless extends Task {
    private final Busy how;
    private final AtomicBoolean stop;

    Restless(Busy how, AtomicBoolean stop) {
      this.how = how;
      this.stop = stop;
    }

    @Override
    protected @Nullable Task execute() {
      if (stop.get()) {
        return null;
      }
      Restless next = new Restless(how, stop);
      switch (how) {
        case BY_SPAWNING -> next.spawn();
        case BY_RETURNING -> {
          return next;
        }
        case BY_SUCCESSORS -> next.after(this).spawn();
        case BY_YIELDING -> {
          while (!stop.get()) {
            Thread.yield();
          }
        }
      }
      return null;
    }
  }

  private static List<Busy> waysToBeBusy(Setup setup) {
    List<Busy> ways = new ArrayList<>(List.of(Busy.values()));
    if (setup.engine() == Engine.PLATFORM) {
      ways.remove(Busy.BY_YIELDING); // is the operating system's business there
    }
    return ways;
  }

  /** wippy: can starve the shared queue. */
  @OnEachRuntime(workers = {1, 2, 4})
  void case10WorkersThatKeepThemselvesBusyRunWhatIsEnqueuedLater(Setup setup) throws Exception {
    for (Busy how : waysToBeBusy(setup)) {
      Heddle heddle = start(builder(setup).spareWorkers(0));
      AtomicBoolean stop = keepBusy(heddle, how);
      try {
        for (int i = 0; i < 3; i++) {
          int id = i;
          assertThat(await(heddle.submit(() -> id))).as("%s", how).isEqualTo(i);
        }
      } finally {
        stop.set(true);
      }
    }
  }

  /** An item that comes over to the own deque in a batch must not be buried there. */
  @OnEachRuntime(workers = {1, 2, 4})
  void case10WorkersThatKeepThemselvesBusyRunWhatWasEnqueuedBesideThem(Setup setup)
      throws Exception {
    for (Busy how : waysToBeBusy(setup)) {
      Heddle heddle = start(builder(setup).spareWorkers(0));
      AtomicBoolean stop = new AtomicBoolean();
      List<Job<Integer>> jobs = new ArrayList<>();
      AtomicBoolean go = new AtomicBoolean();
      for (int w = 0; w < setup.workers(); w++) {
        heddle.submit(() -> spinUntil("all is enqueued", go::get));
      }
      for (int i = 0; i < 40; i++) {
        int id = i;
        heddle.enqueue(new Restless(how, stop));
        jobs.add(heddle.submit(() -> id));
      }
      go.set(true);
      try {
        for (int i = 0; i < 40; i++) {
          assertThat(await(jobs.get(i))).as("%s", how).isEqualTo(i);
        }
      } finally {
        stop.set(true);
      }
    }
  }

  @OnEachRuntime(workers = {1, 2, 4})
  void case10WorkersThatKeepThemselvesBusyRunWhatIsBoundToThem(Setup setup) {
    for (Busy how : waysToBeBusy(setup)) {
      Heddle heddle = start(builder(setup).spareWorkers(0));
      AtomicBoolean stop = keepBusy(heddle, how);
      try {
        AtomicInteger ran = new AtomicInteger();
        for (int w = 0; w < setup.workers(); w++) {
          heddle.spawn(Task.of(ran::incrementAndGet).affinity(Affinity.boundTo(w)));
        }
        await(how + ": all bound tasks ran", () -> ran.get() == setup.workers());
      } finally {
        stop.set(true);
      }
    }
  }

  /** Keeps all workers busy until what it returns is set. */
  private static AtomicBoolean keepBusy(Heddle heddle, Busy how) {
    AtomicBoolean stop = new AtomicBoolean();
    for (int w = 0; w < heddle.workers(); w++) {
      heddle.enqueue(new Restless(how, stop));
    }
    await(
        "they are busy",
        () -> heddle.metrics().workers().stream().mapToLong(WorkerMetrics::total).sum() > 1_000);
    return stop;
  }

  // ---- 13

  @OnEachRuntime(notSimulated = "needs spare workers")
  void case13WorkThatIsStuckInAClassInitialiserOnEveryWorkerDoesNotStopTheRest(Setup setup)
      throws Exception {
    Heddle heddle = start(builder(setup).stuckAfter(Duration.ofMillis(10)));
    CountDownLatch release = new CountDownLatch(1);
    Class<?> slow = SlowInitializer.prepare(() -> guarded(release::await));
    AtomicInteger stuck = new AtomicInteger();
    List<Job<?>> jobs = new ArrayList<>();
    for (int w = 0; w < setup.workers(); w++) {
      jobs.add(
          heddle.submit(
              () -> {
                stuck.incrementAndGet();
                SlowInitializer.initialize(
                    slow); // one runs the initialiser, the others wait for it
              }));
    }
    await("all workers are stuck", () -> stuck.get() == setup.workers());

    await(heddle.submit(release::countDown));
    for (Job<?> job : jobs) {
      await(job);
    }

    assertThat(heddle.metrics().sparesStarted()).isPositive();
  }

  /** A computation that takes its time is no different: what is enqueued runs meanwhile. */
  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "needs spare workers")
  void case13WorkThatNeverParksOnAnyWorkerDoesNotStopTheRest(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).stuckAfter(Duration.ofMillis(10)));
    AtomicBoolean release = new AtomicBoolean();
    AtomicInteger stuck = new AtomicInteger();
    for (int w = 0; w < setup.workers(); w++) {
      heddle.submit(
          () -> {
            stuck.incrementAndGet();
            spinUntil("it is released", release::get);
          });
    }
    await("all workers are stuck", () -> stuck.get() == setup.workers());

    await(heddle.submit(() -> release.set(true)));
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "needs spare workers")
  void case13SparesStayWithinTheirBoundAndLeaveAgain(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(2).stuckAfter(Duration.ofMillis(10)));
    CountDownLatch release = new CountDownLatch(1);
    Class<?> slow = SlowInitializer.prepare(() -> guarded(release::await));
    int most = setup.workers() + 2;
    AtomicInteger stuck = new AtomicInteger();
    for (int i = 0; i < 2 * most; i++) {
      heddle.submit(
          () -> {
            stuck.incrementAndGet();
            SlowInitializer.initialize(slow);
          });
    }
    await("workers and spares are stuck", () -> stuck.get() == most);
    never("one more is started", () -> stuck.get() > most);
    release.countDown();

    await("all have run", () -> stuck.get() == 2 * most);
    await(
        "the spares have left",
        () ->
            heddle.metrics().workers().stream()
                .filter(WorkerMetrics::spare)
                .allMatch(worker -> worker.state() == WorkerMetrics.State.STOPPED));
    assertThat(heddle.invoke(() -> "alive")).isEqualTo("alive");
  }

  // ---- 14, whose first form needs a JVM of its own: see VirtualThreadTrapsTest

  @OnEachRuntime(notSimulated = "uses sockets")
  void case14SocketsOfOtherVirtualThreadsWorkOnAfterTheClose(Setup setup) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Heddle heddle = start(setup);
      AtomicInteger answer = new AtomicInteger();
      Thread plain =
          virtualThread(
              "plain",
              () -> {
                try (Socket socket = server.accept()) {
                  answer.set(socket.getInputStream().read());
                }
              });
      await(
          heddle.submit(
              () -> {
                try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Socket socket = new Socket(own.getInetAddress(), own.getLocalPort());
                    Socket accepted = own.accept()) {
                  socket.getOutputStream().write(1);
                  assertThat(accepted.getInputStream().read()).isEqualTo(1);
                }
              }));

      heddle.close();
      try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
        socket.getOutputStream().write(14);
      }
      await(plain);

      assertThat(answer).hasValue(14);
    }
  }
}
