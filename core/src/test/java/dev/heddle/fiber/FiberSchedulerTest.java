package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.scheduler.Clock;
import dev.heddle.task.Job;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What marl's scheduler of fibers does, step by step, done by Heddle; and four cases in which it
 * has to do better. Each test names its step by marl's names, in brackets.
 */
// The close waits for what is started; and it is the single wait that is tested.
@SuppressWarnings({"FutureReturnValueIgnored", "LockNotBeforeTry", "WaitNotInLoop"})
class FiberSchedulerTest extends ConcurrentTestCase {
  private static final int MANY = 20;

  private static long sum(Heddle heddle, ToLongFunction<WorkerMetrics> count) {
    return heddle.metrics().workers().stream().mapToLong(count).sum();
  }

  private static boolean allSleep(Heddle heddle) {
    return heddle.metrics().workers().stream()
        .allMatch(worker -> worker.state() == WorkerMetrics.State.PARKED);
  }

  // ---- workers start, wait and end

  /** [Worker::start] A worker runs the initializer before anything else. */
  @OnEachRuntime
  void theInitializerRunsBeforeTheFirstItem(Setup setup) {
    Set<Integer> initialized = ConcurrentHashMap.newKeySet();
    Heddle heddle = start(builder(setup).threadInitializer(initialized::add));
    List<Fiber<Boolean>> fibers = new ArrayList<>();
    for (int i = 0; i < 4 * setup.workers(); i++) {
      fibers.add(heddle.fiber(() -> initialized.contains(Heddle.currentWorker())));
    }
    assertThat(fibers).allSatisfy(fiber -> assertThat(fiber.join()).isTrue());
    assertThat(heddle.workers()).isEqualTo(setup.workers());
  }

  /** [Worker::run, Worker::runUntilShutdown] It waits for work again and again, until the end. */
  @OnEachRuntime
  void aWorkerWithoutWorkSleepsWakesAndEndsWithTheRuntime(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < 3; round++) {
      await("all sleep", () -> allSleep(heddle));
      assertThat(heddle.fiber(() -> 7).join()).isEqualTo(7);
    }
    heddle.close();
    assertThat(heddle.metrics().workers())
        .allMatch(worker -> worker.state() == WorkerMetrics.State.STOPPED);
  }

  /** [Worker::waitForWork, Worker::spinForWork] It spins for a while, and then no more. */
  @OnEachRuntime(notSimulated = "simulated workers do not spin")
  void aWorkerSpinsForABoundedTime(Setup setup) {
    Heddle heddle = start(builder(setup).spins(4, 4));
    heddle.fiber(() -> 7).join();
    await("all sleep", () -> allSleep(heddle));
    assertThat(sum(heddle, WorkerMetrics::spins)).isPositive();
    assertThat(sum(heddle, WorkerMetrics::parks)).isGreaterThanOrEqualTo(setup.workers());
    long spins = sum(heddle, WorkerMetrics::spins);
    never("they look all the time", () -> sum(heddle, WorkerMetrics::spins) > spins + 1_000);
  }

  /** [Worker::spinForWork] A worker that spins steals from one that is busy. */
  @OnEachRuntime(workers = {2, 4, 8, 64})
  void aWorkerWithoutWorkStealsFromABusyOne(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean ran = new AtomicBoolean();
    heddle
        .fiber(
            () -> {
              heddle.spawn(() -> ran.set(true));
              spinUntil("another worker took it", ran::get);
            })
        .join();
    assertThat(heddle.metrics().chosen(Rule.STOLEN)).isPositive();
  }

  /**
   * [Scheduler::enqueue] A spinning worker is preferred: while one looks for work anyway, no other
   * is woken for a new item, so they do not fall asleep anew each time.
   */
  @OnEachRuntime(
      workers = {2, 4},
      notSimulated = "simulated workers do not spin")
  void aSearchingWorkerIsPreferredToASleepingOne(Setup setup) {
    int items = 50;
    // They look for a second or so: this thread may lose its processor in between.
    Heddle heddle = start(builder(setup).spins(0, 1 << 20));
    for (int i = 0; i < 10; i++) {
      heddle.fiber(() -> 7).join();
    }
    long parks = sum(heddle, WorkerMetrics::parks);
    for (int i = 0; i < items; i++) {
      await("one searches", () -> isOneSearching(heddle));
      heddle.fiber(() -> 7).join();
    }
    assertThat(sum(heddle, WorkerMetrics::parks) - parks).isLessThan(items / 2);
  }

  private static boolean isOneSearching(Heddle heddle) {
    return heddle.metrics().workers().stream()
        .anyMatch(worker -> worker.state() == WorkerMetrics.State.SEARCHING);
  }

  // ---- fibers that are queued go first; runners are kept

  /** [Worker::runUntilIdle] Queued fibers are resumed before a task is started. */
  @OnEachFiberRuntime(workers = {0, 1})
  void whatIsReadyGoesBeforeWhatIsNew(Setup setup) {
    Heddle heddle = start(setup);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    Signal signal = Signal.automatic();
    Fiber<?> waiter =
        heddle.fiber(
            () -> {
              signal.await();
              order.add("ready");
            });
    await("it waits", () -> waiter.state() == FiberState.YIELDED);
    heddle
        .fiber(
            () -> {
              heddle.enqueue(() -> order.add("shared"));
              heddle.spawn(() -> order.add("local"));
              signal.signal();
            })
        .join();
    await("all ran", () -> order.size() == 3);
    assertThat(order).containsExactly("ready", "local", "shared");
    assertThat(heddle.metrics().chosen(Rule.READY)).isPositive();
  }

  /** [Worker::suspend] If no fiber is idle, a new one is made to go on with. */
  @OnEachFiberRuntime
  void aBlockedTaskLeavesItsWorkerToANewRunner(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    for (int i = 0; i < MANY; i++) {
      heddle.submit(gate::await);
    }
    await("all wait", () -> gate.hasParked(MANY));
    assertThat(heddle.metrics().busyRunners()).isEqualTo(MANY);
    assertThat(heddle.metrics().runners()).isGreaterThanOrEqualTo(MANY);
    assertThat(heddle.submit(() -> 7).join()).isEqualTo(7);
    gate.open();
    await("none is busy", () -> heddle.metrics().busyRunners() == 0);
  }

  /** [Worker::suspend, Worker::runUntilIdle] An idle fiber is taken before a new one is made. */
  @OnEachFiberRuntime(workers = {0, 1})
  void anIdleRunnerIsUsedAgain(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < 10; round++) {
      Gate gate = new Gate();
      for (int i = 0; i < MANY; i++) {
        heddle.submit(gate::await);
      }
      await("all wait", () -> gate.hasParked(MANY));
      gate.open();
      await("none is busy", () -> heddle.metrics().busyRunners() == 0);
    }
    // Some more than wait at once: one to choose the next, and those of a spare worker.
    assertThat(heddle.metrics().runners()).isLessThan(3 * MANY);
  }

  // ---- waiting and being notified

  /**
   * [Fiber, Worker::suspend, Worker::enqueue] Running; Yielded without a timeout; Waiting with one;
   * Queued when notified; and at the end none of them.
   */
  @OnEachFiberRuntime(workers = {0, 1})
  void aFiberGoesThroughMarlsStates(Setup setup) {
    Heddle heddle = start(setup);
    Signal signal = Signal.automatic();
    Fiber<FiberState> fiber =
        heddle.fiber(
            () -> {
              signal.await();
              signal.await(Delays.LONG);
              Fiber<?> me = Fiber.current();
              return me == null ? FiberState.ENDED : me.state();
            });
    await("it waits without limit", () -> fiber.state() == FiberState.YIELDED);
    signal.signal();
    await("it waits for a time", () -> fiber.state() == FiberState.WAITING);
    FiberState notified =
        heddle
            .fiber(
                () -> {
                  signal.signal();
                  return fiber.state(); // this fiber has the only worker
                })
            .join();
    assertThat(notified).isEqualTo(FiberState.QUEUED);
    assertThat(fiber.join()).isEqualTo(FiberState.RUNNING);
    assertThat(fiber.state()).isEqualTo(FiberState.ENDED);
  }

  /** [Worker::wait] The predicate is asked first, and again after each notification. */
  @OnEachFiberRuntime
  void aWaitGoesOnUntilItsPredicateHolds(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    AtomicBoolean holds = new AtomicBoolean(true);
    AtomicInteger asked = new AtomicInteger();
    Fiber<Boolean> atOnce = heddle.fiber(() -> awaitUnder(mutex, null, holds, asked));
    assertThat(atOnce.join()).isTrue();
    assertThat(asked.get()).isEqualTo(1);
    holds.set(false);
    Fiber<Boolean> waiter = heddle.fiber(() -> awaitUnder(mutex, null, holds, asked));
    await("it waits", () -> waiter.state() == FiberState.YIELDED);
    waiter.resume();
    await("it asks again", () -> asked.get() >= 3);
    never("it goes on", waiter::isDone);
    mutex.withLock(() -> holds.set(true));
    waiter.resume();
    assertThat(waiter.join()).isTrue();
    assertThat(mutex.isLocked()).isFalse();
  }

  private static boolean awaitUnder(
      Mutex mutex, @Nullable Duration timeout, AtomicBoolean holds, AtomicInteger asked)
      throws Exception {
    mutex.lock();
    try {
      return Fiber.await(
          mutex,
          timeout,
          () -> {
            asked.incrementAndGet();
            return holds.get();
          });
    } finally {
      mutex.unlock();
    }
  }

  /** [Worker::enqueueFiberTimeouts] A fiber whose time is up is queued, and told so. */
  @OnEachFiberRuntime
  void aWaitWhoseTimeIsUpReturnsFalse(Setup setup) {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    AtomicInteger asked = new AtomicInteger();
    long start = Clock.nanos();
    Fiber<Boolean> waiter =
        heddle.fiber(() -> awaitUnder(mutex, Delays.TIMEOUT, new AtomicBoolean(), asked));
    assertThat(waiter.join()).isFalse();
    assertThat(Duration.ofNanos(Clock.nanos() - start)).isGreaterThan(Delays.TIMEOUT);
    assertThat(heddle.metrics().timers()).isZero();
  }

  /** [Worker::enqueue(Fiber)] A notified fiber does not stand with the waiting ones any more. */
  @OnEachFiberRuntime
  void aNotifiedFiberLeavesTheTimers(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    AtomicBoolean holds = new AtomicBoolean();
    Fiber<Boolean> waiter =
        heddle.fiber(() -> awaitUnder(mutex, Duration.ofHours(1), holds, new AtomicInteger()));
    await("it waits for a time", () -> waiter.state() == FiberState.WAITING);
    if (setup.engine() == Engine.VIRTUAL && setup.workers() > 0) { // else others keep the time
      assertThat(heddle.metrics().timers()).isEqualTo(1);
    }
    mutex.withLock(() -> holds.set(true));
    waiter.resume();
    assertThat(waiter.join()).isTrue();
    assertThat(heddle.metrics().timers()).isZero();
  }

  /** [Worker::enqueue(Fiber)] To notify a running fiber does nothing: its wait lasts its time. */
  @OnEachFiberRuntime
  void aRunningFiberIsNotHarmedByANotification(Setup setup) {
    Heddle heddle = start(setup);
    Fiber<Long> fiber =
        heddle.fiber(
            () -> {
              Fiber<?> me = Fiber.current();
              assertThat(me).isNotNull();
              me.resume();
              me.resume();
              long start = Clock.nanos();
              AtomicBoolean never = new AtomicBoolean();
              assertThat(awaitUnder(new Mutex(), Delays.SHORT, never, new AtomicInteger()))
                  .isFalse();
              return Clock.nanos() - start;
            });
    assertThat(Duration.ofNanos(fiber.join())).isGreaterThanOrEqualTo(Delays.SHORT);
  }

  /** [Worker::enqueue(Fiber)] To notify a queued fiber does nothing: it is resumed once. */
  @OnEachFiberRuntime(workers = {0, 1})
  void aQueuedFiberIsNotQueuedTwice(Setup setup) {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    AtomicBoolean holds = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    Fiber<Boolean> waiter = heddle.fiber(() -> awaitUnder(mutex, null, holds, asked));
    await("it waits", () -> waiter.state() == FiberState.YIELDED);
    int before = asked.get();
    heddle
        .fiber(
            () -> {
              waiter.resume();
              assertThat(waiter.state()).isEqualTo(FiberState.QUEUED);
              waiter.resume();
              waiter.resume();
              holds.set(true);
            })
        .join();
    assertThat(waiter.join()).isTrue();
    assertThat(asked.get()).isEqualTo(before + 1);
  }

  // ---- threads that bind

  /** [Scheduler::bind, Scheduler::enqueue] Without workers, work goes to the bound thread. */
  @OnEachFiberRuntime(workers = 0)
  void withoutWorkersTheBoundThreadIsTheWorker(Setup setup) {
    Heddle heddle = start(setup);
    int me = Heddle.currentWorker();
    assertThat(heddle.isBound()).isTrue();
    Fiber<Integer> fiber = heddle.fiber(() -> Heddle.currentWorker());
    assertThat(fiber.isDone()).isFalse(); // its worker has not waited yet
    assertThat(fiber.join()).isEqualTo(me);
  }

  /** [Scheduler::enqueue, Task::Flags::SameThread] It goes to the worker of the caller. */
  @OnEachFiberRuntime
  void workForTheSameThreadStaysOnTheWorkerOfTheCaller(Setup setup) {
    Heddle heddle = start(setup);
    for (int i = 0; i < MANY; i++) {
      heddle
          .submit(
              () -> {
                int here = Heddle.currentWorker();
                Job<Integer> same =
                    heddle.sameThread(
                        () -> {
                          Fiber.yield();
                          return Heddle.currentWorker();
                        });
                assertThat(same.join()).isEqualTo(here);
              })
          .join();
    }
  }

  /** [Scheduler::unbind, Worker::stop] It runs what is left, and waits for what is blocked. */
  @OnEachRuntime(
      workers = {0, 1, 2, 4, 8, 64},
      notSimulated = "binds a platform thread")
  void anUnbindRunsWhatIsLeft(Setup setup) {
    Heddle heddle = start(setup);
    heddle.bind();
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < MANY; i++) {
      heddle.sameThread(
          () -> {
            Fiber.sleep(Duration.ofMillis(1));
            ran.incrementAndGet();
          });
    }
    heddle.unbind();
    assertThat(ran.get()).isEqualTo(MANY);
  }

  // ---- the end

  /** [Worker::stop, Worker::runUntilShutdown] What is queued, or blocked, is done first. */
  @OnEachFiberRuntime
  void theEndComesAfterWhatIsQueuedAndBlocked(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 5 * MANY; i++) {
      heddle.enqueue(ran::incrementAndGet);
      heddle.fiber(
          () -> {
            Fiber.sleep(Duration.ofMillis(2));
            heddle.spawn(ran::incrementAndGet);
          });
    }
    unbind(heddle);
    assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue();
    assertThat(ran.get()).isEqualTo(10 * MANY);
  }

  /** [Scheduler::~Scheduler] The end waits until nobody is bound. */
  @OnEachRuntime(
      workers = {0, 1, 2, 4, 8, 64},
      notSimulated = "binds a platform thread")
  void theEndWaitsForBoundThreads(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean bound = new AtomicBoolean();
    Gate gate = new Gate();
    Thread user =
        thread(
            "user",
            () -> {
              heddle.bind();
              bound.set(true);
              gate.await();
              heddle.unbind();
            });
    await("it is bound", bound::get);
    Thread closer = thread("closer", () -> heddle.shutdown(Delays.LONG));
    await("it closes", heddle::isClosed);
    never("it has closed", () -> !closer.isAlive());
    gate.open();
    await(closer);
    await(user);
  }

  // ---- better than marl

  /** Case 1: two notifications wake two of those who wait, and not one. */
  @OnEachFiberRuntime
  void twoNotificationsWakeTwo(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    Condition condition = mutex.newCondition();
    AtomicInteger woken = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      heddle.fiber(
          () ->
              mutex.withLock(
                  () -> {
                    condition.await();
                    woken.incrementAndGet();
                  }));
    }
    await("both wait", () -> condition.waiting() == 2);
    mutex.withLock(
        () -> {
          condition.signal();
          condition.signal();
        });
    await("both are woken", () -> woken.get() == 2);
  }

  /** Case 2: a wait of 10 ms takes about 10 ms, though there is always something to run. */
  @OnEachFiberRuntime
  void aTimedWaitEndsInTimeUnderLoad(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean over = new AtomicBoolean();
    for (int i = 0; i < Math.clamp(2L * setup.workers(), 2, 8); i++) {
      keepBusy(heddle, over);
    }
    Signal never = Signal.automatic();
    Fiber<Long> waiter =
        heddle.fiber(
            () -> {
              long[] took = new long[11];
              for (int i = 0; i < took.length; i++) {
                long start = Clock.nanos();
                assertThat(never.await(Duration.ofMillis(10))).isFalse();
                took[i] = Clock.nanos() - start;
              }
              Arrays.sort(took);
              return took[took.length / 2];
            });
    Duration median = Duration.ofNanos(waiter.join());
    over.set(true);
    assertThat(median).isBetween(Duration.ofMillis(10), Delays.scaled(150)); // marl: 300 ms
  }

  /** Tasks of some 100 microseconds, each of which spawns the next. */
  private static void keepBusy(Heddle heddle, AtomicBoolean over) {
    heddle.spawn(
        () -> {
          spinFor(100_000);
          if (!over.get()) {
            keepBusy(heddle, over);
          }
        });
  }

  /** Case 3: signalled in time is success, though the waiter cannot go on before its deadline. */
  @OnEachFiberRuntime
  void aWaitThatWasSignalledInTimeSucceedsThoughItGoesOnLater(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    Condition condition = mutex.newCondition();
    Duration time = Delays.TIMEOUT.multipliedBy(2);
    Fiber<Boolean> waiter = heddle.fiber(() -> mutex.withLock(() -> condition.await(time)));
    await("it waits", () -> condition.waiting() == 1);
    long late = Clock.nanos() + 2 * time.toNanos();
    mutex.withLock(
        () -> {
          condition.signal();
          await("the time is up", () -> Clock.nanos() - late > 0);
        });
    assertThat(waiter.join()).isTrue();
  }

  /** Case 4: a fiber that waits for what never comes does not keep the end from coming. */
  @OnEachFiberRuntime
  void aWaitThatNeverEndsDoesNotHangTheEnd(Setup setup) {
    Heddle heddle = start(setup);
    Signal never = Signal.manual();
    Fiber<?> fiber =
        heddle.fiber(
            "waits in vain",
            () -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                // to the end
              }
            });
    await("it waits", () -> fiber.state() == FiberState.YIELDED);
    unbind(heddle);
    long start = Clock.nanos();
    ShutdownReport report = heddle.shutdown(Delays.SHORT);
    assertThat(Duration.ofNanos(Clock.nanos() - start)).isLessThan(Delays.LONG.dividedBy(2));
    assertThat(report.interrupted()).containsExactly("waits in vain");
    assertThat(report.unfinished()).isEmpty();
    assertThat(fiber.isDone()).isTrue();
    assertThat(never.waiting()).isZero();
  }
}
