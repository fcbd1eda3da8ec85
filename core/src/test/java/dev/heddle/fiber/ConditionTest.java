package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

// Without loops, and by Date: it is the single wait that is tested.
@SuppressWarnings({"WaitNotInLoop", "LockNotBeforeTry", "JavaUtilDate"})
class ConditionTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void twoSignalsWakeTwoInTheOrderOfTheirComing(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    for (Mutex mutex : List.of(new Mutex(), Mutex.fair())) {
      Condition condition = mutex.newCondition();
      List<Integer> order = Collections.synchronizedList(new ArrayList<>());
      List<Fiber<?>> fibers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int number = i;
        fibers.add(
            heddle.fiber(
                () ->
                    mutex.withLock(
                        () -> {
                          condition.await();
                          order.add(number);
                        })));
        await("it waits", () -> condition.waiting() == number + 1);
      }
      mutex.withLock(
          () -> {
            condition.signal();
            condition.signal();
          });
      await("two have gone on", () -> order.size() == 2);
      assertThat(order).containsExactly(0, 1);
      never("the third goes on", () -> order.size() == 3);
      mutex.withLock(condition::signalAll);
      fibers.forEach(Fiber::join);
      assertThat(condition.waiting()).isZero();
      assertThat(mutex.waiting()).isZero();
    }
  }

  @OnEachFiberRuntime
  void passesItemsThroughABuffer(Setup setup) {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    Condition notEmpty = mutex.newCondition();
    Condition notFull = mutex.newCondition();
    int[] stock = {0};
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      boolean producer = i % 2 == 0;
      fibers.add(
          heddle.fiber(
              () -> {
                for (int k = 0; k < 100; k++) {
                  mutex.withLock(
                      () -> {
                        if (producer) {
                          notFull.await(() -> stock[0] < 3);
                          stock[0]++;
                          notEmpty.signal();
                        } else {
                          notEmpty.await(() -> stock[0] > 0);
                          stock[0]--;
                          notFull.signal();
                        }
                      });
                }
              }));
    }
    fibers.forEach(Fiber::join);
    assertThat(stock[0]).isZero();
  }

  @OnEachFiberRuntime
  void aWaitGivesTheMutexBackHoweverOftenItWasTaken(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    Condition condition = mutex.newCondition();
    Fiber<?> waiter =
        heddle.fiber(
            () -> {
              mutex.lock();
              mutex.lock();
              condition.await();
              mutex.unlock();
              assertThat(mutex.isHeldByCurrentThread()).isTrue();
              mutex.unlock();
              assertThat(mutex.isHeldByCurrentThread()).isFalse();
            });
    await("it waits", () -> condition.waiting() == 1);
    mutex.withLock(condition::signal);
    waiter.join();
  }

  @OnEachFiberRuntime
  void aSignalBeforeTheDeadlineCountsThoughTheMutexComesLater(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    Condition condition = mutex.newCondition();
    Fiber<Boolean> waiter =
        heddle.fiber(() -> mutex.withLock(() -> condition.await(Delays.TIMEOUT)));
    await("it waits", () -> condition.waiting() == 1);
    mutex.withLock(
        () -> {
          condition.signal();
          long end = Clock.nanos() + 2 * Delays.TIMEOUT.toNanos();
          await("the time is up", () -> Clock.nanos() - end > 0);
        });
    assertThat(waiter.join()).isTrue();
  }

  @OnEachFiberRuntime
  void timesOutAndIsInterruptedWithTheMutexHeld(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Mutex mutex = new Mutex();
    Condition condition = mutex.newCondition();
    AtomicBoolean inLastWait = new AtomicBoolean();
    Fiber<?> fiber =
        heddle.fiber(
            () ->
                mutex.withLock(
                    () -> {
                      assertThat(condition.await(Duration.ofMillis(1))).isFalse();
                      assertThat(condition.await(1, TimeUnit.MICROSECONDS)).isFalse();
                      assertThat(condition.awaitNanos(1000)).isNotPositive();
                      assertThat(condition.awaitUntil(new Date(0))).isFalse();
                      assertThat(condition.await(Duration.ofMillis(1), () -> false)).isFalse();
                      assertThat(condition.await(Duration.ZERO, () -> true)).isTrue();
                      inLastWait.set(true);
                      assertThatThrownBy(condition::await).isInstanceOf(InterruptedException.class);
                      assertThat(mutex.isHeldByCurrentThread()).isTrue();
                    }));
    await("it waits for good", () -> inLastWait.get() && condition.waiting() == 1);
    fiber.interrupt();
    fiber.join();
    assertThat(condition.waiting()).isZero();
    assertThat(mutex.isLocked()).isFalse();
  }

  @Test
  void wantsTheMutexHeld() {
    Condition condition = new Mutex().newCondition();
    assertThatThrownBy(condition::await).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(condition::signal).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(condition::signalAll).isInstanceOf(IllegalMonitorStateException.class);
    assertThat(condition).hasToString("Condition (0 waiting) of Mutex (free, 0 waiting)");
  }
}
