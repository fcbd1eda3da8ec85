package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Rule;
import org.junit.jupiter.api.Test;

/** What a worker does with timers that it finds due in the middle of a choice. */
class TimerFiringTest {
  private final RuleBench bench = new RuleBench(1, RuleBench.Limits.NONE);

  private static final class Bell extends Timer {
    private final boolean quick;
    private int rung;

    Bell(boolean quick) {
      this.quick = quick;
    }

    @Override
    protected void fire() {
      rung++;
    }

    @Override
    protected boolean isQuick() {
      return quick;
    }
  }

  private Bell due(boolean quick) {
    Bell bell = new Bell(quick);
    bench.worker(0).timers.add(bell, Clock.nanos() - 10_000_000);
    return bell;
  }

  /** It may wait, and who waits in the middle of a choice leaves a worker that others play. */
  @Test
  void oneThatMayWaitIsAnItem() {
    Bell bell = due(false);
    bench.offer(Rule.LOCAL, "a task");
    assertThat(bench.choose()).isEqualTo("a task");
    assertThat(bell.rung).as("only found").isZero();
    Object item = bench.scheduler.shared.poll(0); // the caller is no worker; one has its ready ring
    assertThat(item).isInstanceOf(Firing.class);
    ((Firing) item).carryOut();
    assertThat(bell.rung).isEqualTo(1);
  }

  @Test
  void oneThatIsQuickIsFiredAtOnce() {
    Bell bell = due(true);
    assertThat(bench.choose()).isEqualTo("nothing");
    assertThat(bell.rung).isEqualTo(1);
  }

  /** At the end there is nobody left to run items. */
  @Test
  void allAreFiredAtOnceAtTheEnd() {
    Bell bell = due(false);
    bench.scheduler.fireAll();
    assertThat(bell.rung).isEqualTo(1);
  }
}
