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
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BarrierTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void letsAllGoOnTogetherRoundAfterRound(Setup setup) {
    Heddle heddle = start(setup);
    int[] actions = {0};
    Barrier barrier = new Barrier(5, () -> actions[0]++);
    AtomicInteger indices = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      fibers.add(
          heddle.fiber(
              () -> {
                for (int round = 1; round <= 50; round++) {
                  indices.addAndGet(barrier.await());
                  assertThat(actions[0]).isBetween(round, round + 1);
                }
              }));
    }
    fibers.forEach(Fiber::join);
    assertThat(actions[0]).isEqualTo(50);
    assertThat(indices.get()).isEqualTo(50 * (1 + 2 + 3 + 4));
    assertThat(barrier).hasToString("Barrier (0 of 5 waiting)");
  }

  @OnEachFiberRuntime
  void oneThatGivesUpBreaksItForAllUntilAReset(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Barrier barrier = new Barrier(3);
    Fiber<Class<?>> other = heddle.fiber(() -> outcome(barrier, Delays.LONG));
    await("it waits", () -> barrier.waiting() == 1);
    Fiber<Class<?>> late = heddle.fiber(() -> outcome(barrier, Duration.ofMillis(2)));
    assertThat(late.join()).isEqualTo(TimeoutException.class);
    assertThat(other.join()).isEqualTo(BrokenBarrierException.class);
    assertThat(barrier.isBroken()).isTrue();
    assertThatThrownBy(barrier::await).isInstanceOf(BrokenBarrierException.class);
    barrier.reset();
    assertThat(barrier.isBroken()).isFalse();
    Fiber<Class<?>> first = heddle.fiber(() -> outcome(barrier, Delays.LONG));
    Fiber<Class<?>> second = heddle.fiber(() -> outcome(barrier, Delays.LONG));
    barrier.await();
    assertThat(first.join()).isEqualTo(Integer.class);
    assertThat(second.join()).isEqualTo(Integer.class);
  }

  private static Class<?> outcome(Barrier barrier, Duration timeout) {
    try {
      barrier.await(timeout);
      return Integer.class;
    } catch (Exception e) {
      return e.getClass();
    }
  }

  @OnEachFiberRuntime
  void anInterruptBreaksIt(Setup setup) {
    Heddle heddle = start(setup);
    Barrier barrier = new Barrier(2);
    Fiber<Class<?>> waiter = heddle.fiber(() -> outcome(barrier, Delays.LONG));
    await("it waits", () -> barrier.waiting() == 1);
    waiter.interrupt();
    assertThat(waiter.join()).isEqualTo(InterruptedException.class);
    assertThat(barrier.isBroken()).isTrue();
  }

  @OnEachFiberRuntime
  void aResetSendsTheWaitersAway(Setup setup) {
    Heddle heddle = start(setup);
    Barrier barrier = new Barrier(2);
    Fiber<Class<?>> waiter = heddle.fiber(() -> outcome(barrier, Delays.LONG));
    await("it waits", () -> barrier.waiting() == 1);
    barrier.reset();
    assertThat(waiter.join()).isEqualTo(BrokenBarrierException.class);
    assertThat(barrier.isBroken()).isFalse();
  }

  @OnEachFiberRuntime
  void anActionThatThrowsBreaksIt(Setup setup) {
    Heddle heddle = start(setup);
    Barrier barrier =
        new Barrier(
            2,
            () -> {
              throw new IllegalArgumentException("torn");
            });
    Fiber<Class<?>> waiter = heddle.fiber(() -> outcome(barrier, Delays.LONG));
    await("it waits", () -> barrier.waiting() == 1);
    assertThatThrownBy(barrier::await).isInstanceOf(IllegalArgumentException.class);
    assertThat(waiter.join()).isEqualTo(BrokenBarrierException.class);
    assertThat(barrier.isBroken()).isTrue();
  }

  @OnEachFiberRuntime
  void onceAllHaveComeTheActionIsWaitedForWhateverHappens(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Signal acting = Signal.manual();
    Signal goOn = Signal.manual();
    Barrier barrier =
        new Barrier(
            2,
            () -> {
              acting.signal();
              try {
                goOn.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    Fiber<Boolean> waiter =
        heddle.fiber(
            () -> {
              barrier.await();
              return Thread.interrupted();
            });
    await("it waits", () -> barrier.waiting() == 1);
    Fiber<?> last = heddle.fiber(() -> barrier.await());
    acting.await();
    waiter.interrupt();
    never("it goes on before the action's end", waiter::isDone);
    goOn.signal();
    last.join();
    assertThat(waiter.join()).isTrue();
    assertThat(barrier.isBroken()).isFalse();
  }

  @Test
  void wantsAParty() throws Exception {
    assertThatThrownBy(() -> new Barrier(0)).isInstanceOf(IllegalArgumentException.class);
    Barrier alone = new Barrier(1);
    assertThat(alone.await()).isZero();
    assertThat(alone.parties()).isEqualTo(1);
  }
}
