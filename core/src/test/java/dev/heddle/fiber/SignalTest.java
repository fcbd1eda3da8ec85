package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SignalTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void twoSignalsWakeTwoWaiters(Setup setup) {
    Heddle heddle = start(setup);
    Signal signal = Signal.automatic();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int number = i;
      fibers.add(
          heddle.fiber(
              () -> {
                signal.await();
                order.add(number);
              }));
      await("fiber " + i + " waits", () -> signal.waiting() == number + 1);
    }
    signal.signal();
    signal.signal();
    await("two have gone on", () -> order.size() == 2);
    assertThat(order).containsExactlyInAnyOrder(0, 1);
    never("the third goes on", () -> order.size() == 3);
    assertThat(signal.isSignalled()).isFalse();
    signal.signal();
    fibers.forEach(Fiber::join);
    assertThat(signal.waiting()).isZero();
  }

  @OnEachFiberRuntime
  void aManualSignalLetsAllThroughUntilItIsCleared(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Signal signal = Signal.manual();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      fibers.add(heddle.fiber(() -> signal.await()));
    }
    await("all wait", () -> signal.waiting() == 20);
    signal.signal();
    fibers.forEach(Fiber::join);
    signal.await();
    assertThat(signal.isSignalled()).isTrue();
    signal.clear();
    assertThat(signal.await(Duration.ZERO)).isFalse();
  }

  @Test
  void anAutomaticSignalStaysForOneWait() throws Exception {
    Signal signal = Signal.automatic();
    signal.signal();
    signal.signal();
    assertThat(signal.await(Duration.ZERO)).isTrue();
    assertThat(signal.await(Duration.ofMillis(1))).isFalse();
    assertThat(Signal.automatic(true).await(Duration.ZERO)).isTrue();
    assertThat(Signal.manual(true).isSignalled()).isTrue();
    signal.signal();
    signal.clear();
    assertThat(signal.isSignalled()).isFalse();
    assertThat(signal).hasToString("Signal (automatic, clear, 0 waiting)");
  }

  @OnEachFiberRuntime
  void aWaitThatTimesOutLeavesNothingBehind(Setup setup) {
    Heddle heddle = start(setup);
    Signal signal = Signal.automatic();
    boolean came = heddle.fiber(() -> signal.await(Duration.ofMillis(2))).join();
    assertThat(came).isFalse();
    assertThat(signal.waiting()).isZero();
    signal.signal();
    assertThat(signal.isSignalled()).isTrue();
  }

  @OnEachFiberRuntime(workers = {0, 1})
  void aSignalBeforeTheDeadlineCountsThoughTheWaiterRunsLater(Setup setup) {
    Heddle heddle = start(setup);
    Signal signal = Signal.automatic();
    Fiber<Boolean> waiter = heddle.fiber(() -> signal.await(Delays.TIMEOUT));
    await("it waits", () -> signal.waiting() == 1);
    heddle
        .fiber(
            () -> {
              signal.signal();
              long end = Clock.nanos() + 2 * Delays.TIMEOUT.toNanos();
              spinUntil("the time is up", () -> Clock.nanos() - end > 0);
            })
        .join();
    assertThat(waiter.join()).isTrue();
  }

  @OnEachFiberRuntime
  void anInterruptEndsTheWaitAndTakesNoSignal(Setup setup) {
    Heddle heddle = start(setup);
    Signal signal = Signal.automatic();
    Fiber<Boolean> waiter =
        heddle.fiber(
            () -> {
              try {
                signal.await();
                return false;
              } catch (InterruptedException e) {
                return true;
              }
            });
    await("it waits", () -> signal.waiting() == 1);
    waiter.interrupt();
    assertThat(waiter.join()).isTrue();
    assertThat(signal.waiting()).isZero();
    signal.signal();
    assertThat(signal.isSignalled()).isTrue();
  }

  @OnEachFiberRuntime
  void passesABatonBackAndForth(Setup setup) {
    Heddle heddle = start(setup);
    Signal there = Signal.automatic();
    Signal back = Signal.automatic();
    int[] rounds = {0};
    Fiber<?> one =
        heddle.fiber(
            () -> {
              for (int i = 0; i < 1000; i++) {
                there.await();
                rounds[0]++;
                back.signal();
              }
            });
    Fiber<?> other =
        heddle.fiber(
            () -> {
              for (int i = 0; i < 1000; i++) {
                there.signal();
                back.await();
              }
            });
    one.join();
    other.join();
    assertThat(rounds[0]).isEqualTo(1000);
  }

  @OnEachFiberRuntime
  void anyOfIsSignalledByEachOfItsSourcesAndTakesNothing(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Signal a = Signal.automatic();
    Signal b = Signal.manual(true);
    Signal any = Signal.anyOf(a, b);
    assertThat(any.await(Duration.ZERO)).isTrue();
    assertThat(b.isSignalled()).isTrue();
    Fiber<?> waiter = heddle.fiber(() -> any.await());
    await("it waits", () -> any.waiting() == 1);
    a.signal();
    waiter.join();
    assertThat(a.isSignalled()).isTrue();
    assertThat(any.isSignalled()).isFalse();
  }

  @Test
  void sourcesForgetAnAnyOfThatNobodyKnows() {
    Signal source = Signal.automatic();
    List<WeakReference<Signal>> made = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      made.add(new WeakReference<>(Signal.anyOf(source)));
    }
    await(
        "they are forgotten",
        () -> {
          System.gc();
          return made.stream().allMatch(each -> each.refersTo(null));
        });
    Signal last = Signal.anyOf(source);
    assertThat(source.dependentCount()).isEqualTo(1);
    source.signal();
    assertThat(last.isSignalled()).isTrue();
  }

  @OnEachFiberRuntime
  void awaitAnyTakesExactlyOne(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Signal> signals =
        List.of(Signal.automatic(), Signal.automatic(true), Signal.automatic(true));
    assertThat(Signal.awaitAny(signals)).isEqualTo(1);
    assertThat(signals.get(2).isSignalled()).isTrue();
    assertThat(Signal.awaitAny(signals, Duration.ZERO)).isEqualTo(2);
    assertThat(Signal.awaitAny(signals, Duration.ofMillis(1))).isEqualTo(-1);
    Fiber<Integer> waiter = heddle.fiber(() -> Signal.awaitAny(signals));
    await("it waits", () -> signals.get(2).waiting() == 1);
    signals.get(2).signal();
    assertThat(waiter.join()).isEqualTo(2);
    assertThat(signals).allSatisfy(each -> assertThat(each.waiting()).isZero());
    assertThat(signals).noneMatch(Signal::isSignalled);
    assertThatThrownBy(() -> Signal.awaitAny(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @OnEachFiberRuntime
  void ofManySignalsAndManyWhoChooseNoneIsLost(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Signal> signals = List.of(Signal.automatic(), Signal.automatic(), Signal.automatic());
    AtomicInteger taken = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      fibers.add(
          heddle.fiber(
              () -> {
                for (int k = 0; k < 300; k++) {
                  Signal.awaitAny(signals);
                  taken.incrementAndGet();
                }
              }));
    }
    for (int i = 0; i < 1200; i++) {
      int before = i;
      signals.get(i % 3).signal();
      await("it was taken", () -> taken.get() > before);
    }
    fibers.forEach(Fiber::join);
    assertThat(signals).noneMatch(Signal::isSignalled);
    assertThat(signals).allSatisfy(each -> assertThat(each.waiting()).isZero());
  }
}
