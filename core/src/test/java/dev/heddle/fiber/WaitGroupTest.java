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

class WaitGroupTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void letsWaitersGoWhenAllIsDoneAgainAndAgain(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    WaitGroup group = new WaitGroup();
    AtomicInteger done = new AtomicInteger();
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 50; i++) {
        group.add(1);
        heddle.fiber(
            () -> {
              Fiber.yield();
              done.incrementAndGet();
              group.done();
            });
      }
      group.await();
      assertThat(done.get()).isEqualTo(50 * round);
    }
    assertThat(group.waiting()).isZero();
  }

  @OnEachFiberRuntime
  void wakesAllWhoWait(Setup setup) {
    Heddle heddle = start(setup);
    WaitGroup group = new WaitGroup(1);
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      fibers.add(heddle.fiber(() -> group.await()));
    }
    await("all wait", () -> group.waiting() == 20);
    group.done();
    group.add(1);
    fibers.forEach(Fiber::join);
    assertThat(group.count()).isEqualTo(1);
  }

  @Test
  void doneTooOftenSaysSoAndChangesNothing() throws Exception {
    WaitGroup group = new WaitGroup();
    assertThatThrownBy(group::done)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("more often than was added");
    assertThat(group.count()).isZero();
    group.await();
    group.add(2);
    group.done();
    assertThat(group).hasToString("WaitGroup (1 under way, 0 waiting)");
  }

  @Test
  void refusesWhatItCannotCount() {
    WaitGroup group = new WaitGroup(1);
    assertThatThrownBy(() -> group.add(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> group.add(Integer.MAX_VALUE))
        .isInstanceOf(IllegalStateException.class);
    assertThat(group.count()).isEqualTo(1);
  }

  @OnEachFiberRuntime
  void aWaitThatTimesOutLeavesNothingBehind(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    WaitGroup group = new WaitGroup(2);
    assertThat(heddle.fiber(() -> group.await(Duration.ofMillis(2))).join()).isFalse();
    assertThat(group.waiting()).isZero();
    group.done();
    group.done();
    assertThat(group.await(Delays.LONG)).isTrue();
  }
}
