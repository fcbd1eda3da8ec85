package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.FiberInfo;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.RuntimeDump;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** What can be seen of fibers from outside. */
class FiberStateTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void goesThroughTheStates(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean spins = new AtomicBoolean();
    AtomicBoolean goesOn = new AtomicBoolean();
    Signal signal = Signal.manual();
    Fiber<?> fiber =
        heddle.fiber(
            "watched",
            () -> {
              spins.set(true);
              spinUntil("it may go on", goesOn::get);
              signal.await();
              try {
                Fiber.sleep(Duration.ofHours(1));
              } catch (InterruptedException e) {
                // to the end
              }
            });
    // From a thread of its own, because a bound one has no eyes while it runs the fiber.
    Thread watcher = thread("watcher", () -> watch(fiber, spins, goesOn, signal));
    fiber.join();
    await(watcher);
    assertThat(fiber.state()).isEqualTo(FiberState.ENDED);
  }

  private static void watch(
      Fiber<?> fiber, AtomicBoolean spins, AtomicBoolean goesOn, Signal signal) {
    await("it runs", spins::get);
    assertThat(fiber.state()).isEqualTo(FiberState.RUNNING);
    assertThat(fiber.waitsFor()).isNull();
    goesOn.set(true);
    await("it waits without limit", () -> fiber.state() == FiberState.YIELDED);
    await("it says for what", () -> String.valueOf(fiber.waitsFor()).contains("Signal"));
    assertThat(fiber.stack()).anyMatch(frame -> frame.getClassName().contains("FiberStateTest"));
    signal.signal();
    await("it waits for a time", () -> fiber.state() == FiberState.WAITING);
    await("it says for what", () -> String.valueOf(fiber.waitsFor()).contains("sleep"));
    fiber.interrupt();
  }

  @OnEachFiberRuntime(workers = {0, 1})
  void oneThatCannotRunYetIsQueued(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean runs = new AtomicBoolean();
    Fiber<?> hog =
        heddle.fiber(
            () -> {
              runs.set(true);
              spinUntil("the other was seen", over::get);
            });
    Thread watcher =
        thread(
            "watcher",
            () -> {
              await("the only worker is busy", runs::get);
              Fiber<?> second = heddle.fiber(() -> {});
              assertThat(second.state()).isEqualTo(FiberState.QUEUED);
              over.set(true);
            });
    hog.join();
    await(watcher);
  }

  @OnEachFiberRuntime
  void theDumpTellsWhoWaitsForWhatAndWhoHoldsIt(Setup setup) {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    Signal done = Signal.manual();
    Fiber<?> holder =
        heddle.fiber(
            "holder",
            () -> {
              mutex.lock();
              try {
                done.await();
              } finally {
                mutex.unlock();
              }
            });
    await("it waits with the lock", () -> holder.state() == FiberState.YIELDED);
    Fiber<?> waiter =
        heddle.fiber(
            "waiter",
            () -> {
              mutex.withLock(() -> {});
            });
    await("the other waits for it", () -> waiter.state() == FiberState.YIELDED);
    RuntimeDump dump = heddle.dump();
    FiberInfo seen =
        dump.fibers().stream()
            .filter(each -> each.name().equals("waiter"))
            .findFirst()
            .orElseThrow();
    assertThat(seen.heldBy()).isEqualTo("holder");
    assertThat(seen.waitsFor()).contains("Mutex");
    assertThat(seen.age()).isNotNull();
    assertThat(dump.deadlocks()).isEmpty();
    assertThat(dump.toString())
        .contains("waiter", "YIELDED", "held by holder", "at dev.heddle.fiber.");
    done.signal();
    holder.join();
    waiter.join();
  }

  @OnEachFiberRuntime
  void theDumpFindsADeadlock(Setup setup) {
    Heddle heddle = start(setup);
    Mutex left = new Mutex();
    Mutex right = new Mutex();
    Barrier both = new Barrier(2);
    Fiber<?> one = heddle.fiber("one", () -> lockInTurn(left, right, both));
    Fiber<?> two = heddle.fiber("two", () -> lockInTurn(right, left, both));
    await(
        "both wait for each other",
        () -> heddle.dump().deadlocks().stream().anyMatch(ring -> ring.size() == 2));
    assertThat(heddle.dump().deadlocks().getFirst()).containsExactlyInAnyOrder("one", "two");
    assertThat(heddle.dump().toString()).contains("DEADLOCK");
    one.interrupt();
    one.join();
    two.join();
    assertThat(heddle.dump().fibers()).isEmpty();
  }

  /** It has been given what it waited for, and only lacks a worker to go on. */
  @OnEachRuntime(workers = 0)
  @SuppressWarnings("LockNotBeforeTry") // the fiber is to have it, and not to run yet
  void whoHasTheLockAlreadyIsNoDeadlock(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = Mutex.fair();
    heddle.bind();
    mutex.lock();
    Fiber<?> fiber = heddle.fiber(() -> mutex.withLock(() -> {}));
    while (mutex.waiting() == 0) {
      Fiber.sleep(Duration.ofMillis(1));
    }
    mutex.unlock();
    assertThat(mutex.holder()).isEqualTo(fiber.thread());
    assertThat(heddle.dump().deadlocks()).isEmpty();
    fiber.join();
    heddle.unbind();
  }

  private static void lockInTurn(Mutex first, Mutex second, Barrier both) throws Exception {
    first.lock();
    try {
      both.await();
      second.lockInterruptibly();
      try {
        assertThat(second.isHeldByCurrentThread()).isTrue();
      } finally {
        second.unlock();
      }
    } catch (InterruptedException e) {
      // gives the first one up
    } finally {
      first.unlock();
    }
  }
}
