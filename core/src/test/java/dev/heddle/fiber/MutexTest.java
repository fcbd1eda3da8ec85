package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

@SuppressWarnings("LockNotBeforeTry") // what goes wrong in between fails the test anyway
class MutexTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void oneHoldsItAtATime(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    for (Mutex mutex : List.of(new Mutex(), Mutex.fair())) {
      int[] counter = {0};
      List<Fiber<?>> fibers = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        fibers.add(
            heddle.fiber(
                () -> {
                  for (int k = 0; k < 100; k++) {
                    mutex.withLock(
                        () -> {
                          int before = counter[0];
                          if (before % 7 == 0) {
                            Fiber.yield();
                          }
                          counter[0] = before + 1;
                        });
                  }
                }));
      }
      Thread plain = thread("plain", () -> mutex.withLock(() -> counter[0]++));
      Thread virtual = virtualThread("virtual", () -> mutex.withLock(() -> counter[0]++));
      fibers.forEach(Fiber::join);
      await(plain);
      await(virtual);
      assertThat(counter[0]).isEqualTo(1002);
      assertThat(mutex.isLocked()).isFalse();
      assertThat(mutex.waiting()).isZero();
    }
  }

  @Test
  void itsHolderCanTakeItAgain() throws Exception {
    Mutex mutex = new Mutex();
    mutex.lock();
    mutex.lockInterruptibly();
    assertThat(mutex.tryLock()).isTrue();
    assertThat(mutex.tryLock(1, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 3; i++) {
      mutex.unlock();
    }
    assertThat(mutex.isHeldByCurrentThread()).isTrue();
    assertThat(mutex.holder()).isSameAs(Thread.currentThread());
    assertThat(mutex.toString()).contains("held by " + Thread.currentThread().getName());
    mutex.unlock();
    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void onlyItsHolderGivesItBack() {
    Mutex mutex = new Mutex();
    assertThatThrownBy(mutex::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("nobody does");
    Thread holder = thread("weaver", mutex::lock);
    await(holder);
    assertThatThrownBy(mutex::unlock)
        .isInstanceOf(IllegalMonitorStateException.class)
        .hasMessageContaining("its holder is weaver");
    assertThat(mutex.tryLock()).isFalse();
  }

  @OnEachFiberRuntime
  void aFairOneGoesByTheOrderOfComing(Setup setup) {
    Heddle heddle = start(setup);
    Mutex mutex = Mutex.fair();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Fiber<?>> fibers = new ArrayList<>();
    mutex.lock();
    for (int i = 0; i < 10; i++) {
      int number = i;
      fibers.add(heddle.fiber(() -> mutex.withLock(() -> order.add(number))));
      await("it waits", () -> mutex.waiting() == number + 1);
    }
    mutex.unlock();
    fibers.forEach(Fiber::join);
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @OnEachFiberRuntime
  void whoTakesItAllTheTimeCannotKeepAWaiterOut(Setup setup) {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    AtomicBoolean held = new AtomicBoolean();
    AtomicBoolean through = new AtomicBoolean();
    Thread hog =
        thread(
            "hog",
            () -> {
              mutex.lock();
              held.set(true);
              await("the waiter waits", () -> mutex.waiting() == 1);
              spinUntil(
                  "the waiter gets it",
                  () -> {
                    mutex.unlock();
                    mutex.lock();
                    return through.get();
                  });
              mutex.unlock();
            });
    await("the mutex is held", held::get);
    heddle.fiber(() -> mutex.withLock(() -> through.set(true))).join();
    await(hog);
  }

  @OnEachFiberRuntime
  void timesOut(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    mutex.lock();
    assertThat(heddle.fiber(() -> mutex.tryLock(Duration.ofMillis(2))).join()).isFalse();
    assertThat(heddle.fiber(() -> mutex.tryLock(Duration.ZERO)).join()).isFalse();
    assertThat(mutex.waiting()).isZero();
    Fiber<Boolean> patient = heddle.fiber(() -> mutex.tryLock(Delays.LONG));
    await("it waits", () -> mutex.waiting() == 1);
    mutex.unlock();
    assertThat(patient.join()).isTrue();
  }

  @OnEachFiberRuntime
  void anInterruptEndsAWaitThatAllowsIt(Setup setup) {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    mutex.lock();
    Fiber<?> waiter =
        heddle.fiber(
            () ->
                assertThatThrownBy(mutex::lockInterruptibly)
                    .isInstanceOf(InterruptedException.class));
    Fiber<Boolean> deaf =
        heddle.fiber(
            () -> {
              mutex.lock();
              mutex.unlock();
              return Thread.interrupted();
            });
    await("both wait", () -> mutex.waiting() == 2);
    waiter.interrupt();
    deaf.interrupt();
    waiter.join();
    await("one is left", () -> mutex.waiting() == 1);
    mutex.unlock();
    assertThat(deaf.join()).isTrue();
    assertThat(mutex.waiting()).isZero();
  }
}
