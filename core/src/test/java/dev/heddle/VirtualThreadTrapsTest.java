package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Engine;
import dev.heddle.metrics.Rule;
import dev.heddle.scheduler.Clock;
import dev.heddle.task.Affinity;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ChildJvm;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known to go wrong with virtual threads on a scheduler of one's own. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class VirtualThreadTrapsTest extends ConcurrentTestCase {

  // ---- execute is called with the virtual thread as the current thread

  /** A thread-local "current worker" would read null in execute, and send the fiber elsewhere. */
  @OnEachRuntime(workers = 1, engines = Engine.VIRTUAL)
  void aFiberThatAnotherOneUnparksBecomesReadyOnThatOnesWorker(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicReference<@Nullable Thread> parked = new AtomicReference<>();
    AtomicBoolean mayGoOn = new AtomicBoolean();
    Job<?> sleeper =
        heddle.submit(
            () -> {
              parked.set(Thread.currentThread());
              while (!mayGoOn.get()) {
                LockSupport.park();
              }
            });
    await("it is parked", () -> isIn(parked.get(), Thread.State.WAITING));

    Job<Integer> waker =
        heddle.submit(
            () -> {
              mayGoOn.set(true);
              LockSupport.unpark(parked.get());
              return heddle.metrics().workers().getFirst().ready();
            });

    assertThat(await(waker)).as("fibers that wait for worker 0").isEqualTo(1);
    await(sleeper);
  }

  private static boolean isIn(@Nullable Thread thread, Thread.State state) {
    return thread != null && thread.getState() == state;
  }

  // ---- no worker is remembered across a park

  private static final Pattern CARRIER = Pattern.compile("-worker-(\\d+)$");

  /** The worker by the JDK's own account: the name of the carrier in the thread's toString. */
  private static int workerByName() {
    Matcher carrier = CARRIER.matcher(Thread.currentThread().toString());
    return carrier.find() ? Integer.parseInt(carrier.group(1)) : -1;
  }

  /**
   * A fiber goes on under the worker that unparks it, unless somebody else is faster: on a busy
   * machine that may be the worker that it was on, mostly. So it goes on until it has been to
   * enough.
   */
  @OnEachRuntime(
      workers = {2, 4, 64},
      engines = Engine.VIRTUAL,
      notSimulated = "asks the carrier for its name, and a simulation has one carrier")
  void aFiberThatMigratesAlwaysKnowsTheWorkerItIsOn(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    int fibers = 8;
    int migrations = 2_500;
    AtomicInteger stale = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      for (int f = 0; f < fibers; f++) {
        scope.spawn(
            () -> {
              int migrated = 0;
              while (migrated < migrations) {
                int before = Heddle.currentWorker();
                goOnUnder((before + 1) % setup.workers());
                int after = Heddle.currentWorker(); // the JIT must not reuse the one before
                migrated += before == after ? 0 : 1;
                if (after != workerByName()) {
                  stale.incrementAndGet();
                }
              }
            });
      }
    }

    assertThat(stale).hasValue(0);
  }

  private static void goOnUnder(int worker) {
    Thread me = Thread.currentThread();
    AtomicBoolean mayGoOn = new AtomicBoolean();
    Task.of(
            () -> {
              mayGoOn.set(true);
              LockSupport.unpark(me);
            })
        .affinity(Affinity.boundTo(worker))
        .spawn();
    while (!mayGoOn.get()) {
      LockSupport.park();
    }
  }

  /** The same for code of Heddle's own: a spawn after a park goes to the worker of then. */
  @OnEachRuntime(
      workers = {2, 4},
      engines = Engine.VIRTUAL)
  void aFiberThatMigratesSpawnsAndJoinsWhereItIs(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();

    try (Scope scope = heddle.scope()) {
      for (int f = 0; f < 8; f++) {
        scope.spawn(
            () -> {
              for (int i = 0; i < 2_000; i++) {
                Task child = Task.of(ran::incrementAndGet);
                child.spawn();
                Thread.yield(); // the child may be stolen, and so may we
                child.join();
              }
            });
      }
    }

    assertThat(ran).hasValue(16_000);
  }

  /** With one scheduler object per worker, a stolen fiber would be sent home: no migration. */
  @OnEachRuntime(workers = 2, engines = Engine.VIRTUAL)
  void aReadyFiberOfAHeldWorkerGoesOnUnderAnother(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean leave = new AtomicBoolean();
    Job<Boolean> migrant =
        heddle.submit(
            () -> {
              int home = Heddle.currentWorker();
              AtomicBoolean held = new AtomicBoolean();
              Task.of(
                      () -> {
                        held.set(true);
                        spinUntil("may leave", leave::get);
                      })
                  .affinity(Affinity.boundTo(home))
                  .spawn();
              spinUntilHeld(held);
              return Heddle.currentWorker() != home;
            });

    try {
      assertThat(await(migrant)).isTrue();
    } finally {
      leave.set(true);
    }
  }

  private static void spinUntilHeld(AtomicBoolean held) {
    while (!held.get()) {
      Thread.yield(); // gives the worker to the one that holds it, and needs another to go on
    }
  }

  // ---- virtual threads inherit the scheduler

  @OnEachRuntime(engines = Engine.VIRTUAL)
  void aVirtualThreadStartedInsideRunsOnTheWorkers(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    AtomicInteger child = new AtomicInteger(-1);
    AtomicInteger grandchild = new AtomicInteger(-1);

    await(
        heddle.submit(
            () -> {
              Thread.startVirtualThread(
                      () -> {
                        child.set(Heddle.currentWorker());
                        guarded(
                            () ->
                                Thread.startVirtualThread(
                                        () -> grandchild.set(Heddle.currentWorker()))
                                    .join());
                      })
                  .join();
            }));

    assertThat(child.get()).isBetween(0, setup.workers() - 1);
    assertThat(grandchild.get()).isBetween(0, setup.workers() - 1);
  }

  @OnEachRuntime(workers = {1, 4})
  void aVirtualThreadStartedOutsideRunsElsewhere(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger worker = new AtomicInteger();

    await(
        virtualThread(
            "outside",
            () -> {
              worker.set(Heddle.currentWorker());
              assertThat(heddle.invoke(Heddle::currentWorker)).isNotNegative();
            }));

    assertThat(worker).hasValue(-1);
  }

  @OnEachRuntime(
      workers = {1, 4},
      engines = Engine.VIRTUAL)
  void aVirtualThreadStartedInsideMayUseTheRuntime(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    AtomicInteger sum = new AtomicInteger();

    await(
        heddle.submit(
            () ->
                Thread.startVirtualThread(
                        () -> {
                          try (Scope scope = Scope.open()) {
                            scope.spawn(() -> sum.addAndGet(1));
                            scope.enqueue(() -> sum.addAndGet(20));
                          }
                          sum.addAndGet(heddle.submit(() -> 300).join());
                        })
                    .join()));

    assertThat(sum).hasValue(321);
  }

  // ---- a fiber that becomes ready after the end is run, not stranded

  /** How a fiber that outlives its runtime is woken. */
  private enum LateWake {
    LATCH,
    MONITOR,
    SLEEP,
    SOCKET,
    YIELD
  }

  @OnEachRuntime(
      workers = {1, 4},
      engines = Engine.VIRTUAL,
      notSimulated = "uses sockets and sleeps by the JDK")
  void aFiberThatParksPastTheCloseFinishesAllTheSame(Setup setup) throws Exception {
    for (LateWake wake : LateWake.values()) {
      Heddle heddle = start(setup);
      CountDownLatch latch = new CountDownLatch(1);
      Object monitor = new Object();
      AtomicBoolean closed = new AtomicBoolean();
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        Thread late =
            heddle.invoke(
                () ->
                    Thread.startVirtualThread(
                        () ->
                            guarded(
                                () -> {
                                  waitLate(wake, latch, monitor, closed, server);
                                  Thread.yield(); // is handed to the dead scheduler once more
                                  Thread.sleep(1);
                                })));
        await(
            wake + ": it waits",
            () ->
                wake == LateWake.YIELD
                    || late.getState() != Thread.State.RUNNABLE
                    || wake == LateWake.SOCKET);

        heddle.shutdown(Delays.SHORT);
        closed.set(true);
        latch.countDown();
        synchronized (monitor) {
          monitor.notifyAll();
        }
        if (wake == LateWake.SOCKET) {
          new Socket(server.getInetAddress(), server.getLocalPort()).close();
        }
        await(late);
      }
    }
  }

  private static void waitLate(
      LateWake wake,
      CountDownLatch latch,
      Object monitor,
      AtomicBoolean closed,
      ServerSocket server)
      throws InterruptedException, IOException {
    switch (wake) {
      case LATCH -> latch.await();
      case MONITOR -> {
        synchronized (monitor) {
          while (!closed.get()) {
            monitor.wait();
          }
        }
      }
      case SLEEP -> {
        while (!closed.get()) {
          Thread.sleep(1);
        }
      }
      case SOCKET -> server.accept().close();
      case YIELD -> {
        while (!closed.get()) {
          Thread.yield();
        }
      }
    }
  }

  @OnEachRuntime(
      workers = {1, 4},
      engines = Engine.VIRTUAL)
  void manyLateFibersFinish(Setup setup) {
    Heddle heddle = start(setup);
    Semaphore semaphore = new Semaphore(0);
    List<Thread> late =
        heddle.invoke(
            () -> {
              List<Thread> started = new ArrayList<>();
              for (int i = 0; i < 200; i++) {
                started.add(
                    Thread.startVirtualThread(
                        () ->
                            guarded(
                                () -> {
                                  semaphore.acquire();
                                  Thread.startVirtualThread(semaphore::release).join();
                                })));
              }
              return started;
            });
    await("all wait", () -> late.stream().allMatch(t -> t.getState() == Thread.State.WAITING));

    heddle.close();
    semaphore.release(); // each wakes the next one

    late.forEach(ConcurrentTestCase::await);
  }

  // ---- timed parks

  @OnEachRuntime(notSimulated = "sleeps by the JDK, in real time")
  void aTimedParkWakesAnIdleRuntime(Setup setup) throws Exception {
    Heddle heddle = start(setup);

    for (int i = 0; i < 3; i++) {
      long slept =
          await(
              heddle.submit(
                  () -> {
                    long start = Clock.nanos();
                    Thread.sleep(Delays.SHORT);
                    return Clock.nanos() - start;
                  }));
      assertThat(Duration.ofNanos(slept)).isBetween(Delays.SHORT, Delays.scaled(5_000));
    }
  }

  @OnEachRuntime(
      workers = {1, 2},
      engines = Engine.VIRTUAL,
      notSimulated = "sleeps by the JDK, in real time")
  void aTimedParkWakesUnderLoad(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    AtomicBoolean busy = new AtomicBoolean();
    AtomicBoolean stop = new AtomicBoolean();
    Job<Long> sleeper =
        heddle.submit(
            () -> {
              while (!busy.get()) {
                Thread.sleep(1);
              }
              long start = Clock.nanos();
              Thread.sleep(Delays.SHORT);
              return Clock.nanos() - start;
            });
    for (int w = 0; w < setup.workers(); w++) {
      heddle.spawn(new Restless(stop));
    }
    await("they are busy", () -> heddle.metrics().chosen(Rule.LOCAL) > 10_000);
    busy.set(true);

    try {
      assertThat(Duration.ofNanos(await(sleeper))).isBetween(Delays.SHORT, Delays.scaled(5_000));
    } finally {
      stop.set(true);
    }
  }

  /** Keeps its worker busy by spawning itself anew. */
  private static final class Restless extends Task {
    private final AtomicBoolean stop;

    Restless(AtomicBoolean stop) {
      this.stop = stop;
    }

    @Override
    protected @Nullable Task execute() {
      if (!stop.get()) {
        new Restless(stop).spawn();
      }
      return null;
    }
  }

  // ---- the JDK's socket pollers

  /**
   * In a JVM of its own: whoever does the first socket I/O of a JVM decides who runs the pollers.
   */
  static final class SocketChild {
    private SocketChild() {}

    public static void main(String[] args) throws Exception {
      try (Heddle heddle = Heddle.builder().workers(2).engine(Engine.VIRTUAL).start()) {
        System.out.println("fiber: " + heddle.invoke(SocketChild::echo));
      }
      AtomicReference<String> answer = new AtomicReference<>("none");
      Thread plain =
          Thread.startVirtualThread(
              () -> {
                try {
                  answer.set(echo());
                } catch (IOException e) {
                  answer.set(e.toString());
                }
              });
      plain.join(Delays.scaled(5_000));
      System.out.println("plain: " + answer.get());
      // Pollers that ran on the workers would live on as late fibers: the sockets work then too,
      // but
      // the whole JVM's socket I/O hangs on a runtime that has ended.
      System.out.println("captured pollers: " + !threadsNamed("heddle-late-fibers").isEmpty());
    }

    /** A byte there and back through a loopback socket; the read comes before the write. */
    static String echo() throws IOException {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
          Socket accepted = server.accept()) {
        Thread.startVirtualThread(
            () -> {
              try {
                Thread.sleep(Delays.SHORT);
                accepted.getOutputStream().write(42);
              } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
        return "read " + client.getInputStream().read();
      }
    }
  }

  @Test
  void socketsWorkInPlainVirtualThreadsAfterARuntimeThatDidTheFirstSocketIoHasClosed()
      throws Exception {
    ChildJvm.Result result = ChildJvm.run(SocketChild.class, List.of(ChildJvm.FLAG));

    assertThat(result.out().lines())
        .as(result.err())
        .containsExactly("fiber: read 42", "plain: read 42", "captured pollers: false");
    assertThat(result.exitCode()).isZero();
  }

  // ---- pinned workers

  @OnEachRuntime(workers = {1, 4})
  void aWaitThatHeddleSeesIsCountedAsReadyWhenItEnds(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate gate = new Gate();
    Job<?> waiter = heddle.submit(gate::await);
    await("it has left its worker", () -> gate.hasParked(1));
    long before = heddle.metrics().chosen(Rule.READY) + heddle.metrics().chosen(Rule.STOLEN);
    gate.open();
    await(waiter);

    assertThat(heddle.metrics().chosen(Rule.READY) + heddle.metrics().chosen(Rule.STOLEN))
        .isGreaterThan(before);
  }
}
