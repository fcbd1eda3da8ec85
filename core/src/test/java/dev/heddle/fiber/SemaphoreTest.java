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
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SemaphoreTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void letsInNoMoreThanItHasPermits(Setup setup) {
    Heddle heddle = start(setup);
    Semaphore semaphore = new Semaphore(3);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      fibers.add(
          heddle.fiber(
              () -> {
                for (int k = 0; k < 20; k++) {
                  semaphore.acquire();
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  Fiber.yield();
                  inside.decrementAndGet();
                  semaphore.release();
                }
              }));
    }
    fibers.forEach(Fiber::join);
    assertThat(most.get()).isBetween(1, 3);
    assertThat(semaphore.available()).isEqualTo(3);
    assertThat(semaphore.waiting()).isZero();
  }

  @OnEachFiberRuntime
  void aSmallRequestDoesNotOvertakeALargeOne(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Semaphore semaphore = new Semaphore(1);
    Fiber<?> large = heddle.fiber(() -> semaphore.acquire(3));
    await("the large one waits", () -> semaphore.waiting() == 1);
    assertThat(semaphore.tryAcquire()).isFalse();
    Fiber<?> small = heddle.fiber(() -> semaphore.acquire());
    await("the small one waits", () -> semaphore.waiting() == 2);
    semaphore.release();
    never("anybody goes on", () -> large.isDone() || small.isDone());
    semaphore.release();
    large.join();
    assertThat(small.isDone()).isFalse();
    semaphore.release();
    small.join();
    assertThat(semaphore.available()).isZero();
  }

  @OnEachFiberRuntime
  void aLargeRequestThatGivesUpLetsSmallOnesPass(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Semaphore semaphore = new Semaphore(1);
    Fiber<?> large =
        heddle.fiber(
            () ->
                assertThatThrownBy(() -> semaphore.acquire(3))
                    .isInstanceOf(InterruptedException.class));
    await("the large one waits", () -> semaphore.waiting() == 1);
    Fiber<?> small = heddle.fiber(() -> semaphore.acquire());
    await("the small one waits", () -> semaphore.waiting() == 2);
    large.interrupt();
    large.join();
    small.join();
    assertThat(semaphore).hasToString("Semaphore (0 available, 0 waiting)");
  }

  @Test
  void triesDrainsAndRefuses() throws Exception {
    Semaphore semaphore = new Semaphore(4);
    assertThat(semaphore.tryAcquire(5)).isFalse();
    assertThat(semaphore.tryAcquire(5, Duration.ofMillis(1))).isFalse();
    assertThat(semaphore.tryAcquire(1, Duration.ZERO)).isTrue();
    assertThat(semaphore.drain()).isEqualTo(3);
    assertThat(semaphore.tryAcquire(Duration.ofMillis(-1))).isFalse();
    semaphore.acquire(0);
    assertThatThrownBy(() -> semaphore.acquire(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> semaphore.release(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Semaphore(-1)).isInstanceOf(IllegalArgumentException.class);
    semaphore.release(Integer.MAX_VALUE);
    assertThatThrownBy(semaphore::release).isInstanceOf(IllegalStateException.class);
    assertThat(semaphore.available()).isEqualTo(Integer.MAX_VALUE);
  }

  @OnEachFiberRuntime
  void drainsWhatWaitersCannotUse(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Semaphore semaphore = new Semaphore(2);
    Fiber<Boolean> large = heddle.fiber(() -> semaphore.tryAcquire(3, Delays.LONG));
    await("it waits", () -> semaphore.waiting() == 1);
    assertThat(semaphore.drain()).isEqualTo(2);
    semaphore.release(3);
    assertThat(large.join()).isTrue();
  }
}
