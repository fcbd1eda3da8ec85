package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Rule;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is woken for a process that begins on a worker. */
class LoneProcessTest {
  private final RuleBench bench = new RuleBench(3, RuleBench.Limits.NONE);
  private final IdleSet idle = bench.scheduler.idle;

  /** Workers 1 and 2 sleep, and 1 keeps looking. */
  @BeforeEach
  void othersSleep() {
    bench.worker(0).begin(new Worker.Tenure(() -> false, Worker.Tenure.FOR_EVER));
    idle.announce(1);
    idle.announce(2);
    assertThat(idle.isLookout(1)).isTrue();
  }

  private void spawnProcess(String name) {
    bench.worker(0).pushProcess(new RuleBench.Item(name));
  }

  @Test
  void nobodyAsLongAsSomebodyLooksOut() {
    for (int i = 0; i < 100; i++) {
      spawnProcess("next " + i);
      assertThat(idle.parked()).isEqualTo(2);
      assertThat(bench.choose()).isEqualTo("next " + i);
    }
  }

  @Test
  void anotherWorkerIfNobodyLooksOut() {
    idle.stopLooking(1);
    spawnProcess("next");
    assertThat(idle.parked()).isEqualTo(1);
  }

  @Test
  void anotherWorkerIfSomethingStandsThereAlready() {
    spawnProcess("first");
    spawnProcess("second");
    assertThat(idle.parked()).isEqualTo(1);
  }

  @Test
  void anotherWorkerForATask() {
    bench.offer(Rule.LOCAL, "task");
    assertThat(idle.parked()).isEqualTo(1);
  }

  @Test
  void anotherWorkerForAWhileAfterTheLookoutHasSeenOneWait() {
    spawnProcess("waits");
    assertThat(bench.worker(0).keepsItemWaiting()).isTrue();
    assertThat(bench.choose()).isEqualTo("waits");
    assertThat(bench.worker(0).keepsItemWaiting()).isFalse();
    spawnProcess("another");
    assertThat(idle.parked()).isEqualTo(1);
  }
}
