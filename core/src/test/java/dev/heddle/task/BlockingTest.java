package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A task that waits does not hold its worker. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class BlockingTest extends ConcurrentTestCase {

  /** A way to wait, and the way to end that wait. */
  record Wait(String name, Action enter, Action release) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Wait> waits() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition condition = lock.newCondition();
    AtomicBoolean signalled = new AtomicBoolean();
    Object monitor = new Object();
    AtomicBoolean notified = new AtomicBoolean();
    Semaphore semaphore = new Semaphore(0);
    CountDownLatch latch = new CountDownLatch(1);
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    BlockingQueue<Integer> full = new ArrayBlockingQueue<>(1, false, List.of(1));
    SynchronousQueue<Integer> rendezvous = new SynchronousQueue<>();
    CompletableFuture<Integer> future = new CompletableFuture<>();
    CyclicBarrier barrier = new CyclicBarrier(2);
    AtomicBoolean unparked = new AtomicBoolean();
    CompletableFuture<Thread> parked = new CompletableFuture<>();
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    return Stream.of(
        new Wait("CountDownLatch", latch::await, latch::countDown),
        new Wait("Semaphore", semaphore::acquire, semaphore::release),
        new Wait("take of an empty queue", queue::take, () -> queue.put(1)),
        new Wait("put to a full queue", () -> full.put(2), full::take),
        new Wait("SynchronousQueue", rendezvous::take, () -> rendezvous.put(1)),
        new Wait("CompletableFuture", future::join, () -> future.complete(1)),
        new Wait("CyclicBarrier", barrier::await, barrier::await),
        new Wait(
            "Condition",
            () -> {
              lock.lock();
              try {
                while (!signalled.get()) {
                  condition.await();
                }
              } finally {
                lock.unlock();
              }
            },
            () -> {
              lock.lock();
              try {
                signalled.set(true);
                condition.signalAll();
              } finally {
                lock.unlock();
              }
            }),
        new Wait(
            "Object.wait",
            () -> {
              synchronized (monitor) {
                while (!notified.get()) {
                  monitor.wait();
                }
              }
            },
            () -> {
              synchronized (monitor) {
                notified.set(true);
                monitor.notifyAll();
              }
            }),
        new Wait(
            "LockSupport.park",
            () -> {
              parked.complete(Thread.currentThread());
              while (!unparked.get()) {
                LockSupport.park();
              }
            },
            () -> {
              unparked.set(true);
              LockSupport.unpark(parked.join());
            }),
        new Wait(
            "read of a socket",
            () -> {
              try (Socket accepted = server.accept()) {
                assertThat(accepted.getInputStream().read()).isEqualTo(7);
              }
            },
            () -> {
              try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                socket.getOutputStream().write(7);
              }
            }));
  }

  /** One worker and no spare: if the first task held it, the second could never run. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("waits")
  void theOnlyWorkerGoesOnWhileATaskWaits(Wait wait) throws Exception {
    Heddle heddle = start(builder(new Setup(1, Engine.VIRTUAL)).spareWorkers(0));

    blockAndRelease(heddle, wait);

    assertThat(heddle.metrics().sparesStarted()).isZero();
  }

  /** Where Heddle does not see the wait, the worker is held until a spare comes. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("waits")
  void onThePlatformEngineASpareGoesOnWhileATaskWaits(Wait wait) throws Exception {
    Heddle heddle = start(builder(new Setup(1, Engine.PLATFORM)).stuckAfter(Duration.ofMillis(5)));

    blockAndRelease(heddle, wait);
  }

  private void blockAndRelease(Heddle heddle, Wait wait) throws Exception {
    AtomicBoolean waiting = new AtomicBoolean();
    Job<?> waiter =
        heddle.submit(
            () -> {
              waiting.set(true);
              runChecked(wait.enter);
            });
    Job<?> releaser =
        heddle.submit(
            () -> {
              assertThat(waiting).isTrue();
              runChecked(wait.release);
            });
    await(releaser);
    await(waiter);
  }

  private static void runChecked(Action body) {
    try {
      body.run();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  // ---- waits that two tasks and the outside share

  @OnEachRuntime
  void heddlesOwnWaitsNeedNoSpareOnEitherEngine(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    int waiters = 3 * setup.workers();
    Gate gate = new Gate();
    List<Job<?>> jobs = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      jobs.add(heddle.submit(gate::await));
    }
    await("all wait", () -> gate.waiters() == waiters);

    await(heddle.submit(gate::open));
    for (Job<?> job : jobs) {
      await(job);
    }
  }

  @OnEachRuntime(engines = Engine.VIRTUAL, notSimulated = "sleeps by the JDK, in real time")
  void tasksThatSleepDoSoAtTheSameTime(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger asleep = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    int sleepers = 200;

    try (Scope scope = heddle.scope()) {
      for (int i = 0; i < sleepers; i++) {
        scope.spawn(
            () -> {
              most.accumulateAndGet(asleep.incrementAndGet(), Math::max);
              Thread.sleep(Delays.TIMEOUT);
              return asleep.decrementAndGet();
            });
      }
    }

    assertThat(most.get()).isGreaterThan(setup.workers());
  }

  /** Holders of a monitor park too: the one that wants it must not hold the worker. */
  @OnEachRuntime(
      workers = 1,
      engines = Engine.VIRTUAL,
      notSimulated = "waits for a monitor, which the JDK hands on by a thread of its own")
  void aTaskThatWantsAMonitorLeavesTheWorkerToItsHolder(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Object monitor = new Object();
    Gate gate = new Gate();
    AtomicInteger entered = new AtomicInteger();
    Job<?> holder =
        heddle.submit(
            () -> {
              synchronized (monitor) {
                entered.incrementAndGet();
                gate.await();
              }
            });
    Job<?> wanting =
        heddle.submit(
            () -> {
              synchronized (monitor) {
                entered.incrementAndGet();
              }
            });
    Job<?> opener =
        heddle.submit(
            () -> {
              assertThat(entered).hasValue(1);
              gate.open();
            });

    await(opener);
    await(holder);
    await(wanting);
    assertThat(entered).hasValue(2);
  }

  @OnEachRuntime
  void aMixOfWaitsAndWorkComesToItsEnd(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).stuckAfter(Duration.ofMillis(5)));
    BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
    int items = setup.parksAnywhere() ? 2_000 : 50;

    Job<Long> consumer =
        heddle.submit(
            () -> {
              long sum = 0;
              for (int i = 0; i < items; i++) {
                sum += queue.take();
              }
              return sum;
            });
    Job<?> producer =
        heddle.submit(
            () -> {
              for (int i = 0; i < items; i++) {
                queue.put(i);
              }
              return 0;
            });

    await(producer);
    assertThat(await(consumer)).isEqualTo((long) items * (items - 1) / 2);
  }
}
