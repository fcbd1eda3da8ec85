package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bound thread that a forced close releases after it has chosen what to run. */
class ReleasedThreadTest extends ConcurrentTestCase {

  @ParameterizedTest
  @EnumSource
  void whatItHasChosenRunsAndItGoesOn(Engine engine) {
    Heddle heddle = start(builder(new Setup(1, engine)));
    AtomicInteger runs = new AtomicInteger();
    Thread user =
        thread(
            "user",
            () -> {
              heddle.bind();
              Worker mine = Objects.requireNonNull(Worker.current());
              mine.addSlip(new AffinitySlip(new Releasing(mine, heddle, runs)));
              await("the runtime has released it", () -> !heddle.isBound());
            });
    await(user);

    await("what it chose has run", () -> runs.get() != 0);
    heddle.close();
    assertThat(runs).hasValue(1);
  }

  /**
   * Like a process, it can be claimed once only. That is done by the bound thread, in its choice,
   * and takes until the thread is bound no more.
   */
  private final class Releasing extends Slip {
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final Worker worker;
    private final Heddle heddle;
    private final AtomicInteger runs;

    Releasing(Worker worker, Heddle heddle, AtomicInteger runs) {
      this.worker = worker;
      this.heddle = heddle;
      this.runs = runs;
    }

    @Override
    protected @Nullable Object claim() {
      if (!claimed.compareAndSet(false, true)) {
        return null;
      }
      assertThat(Worker.current()).isSameAs(worker);
      thread("closer", () -> heddle.shutdown(Duration.ZERO));
      spinUntil("released", () -> !worker.isSettled());
      return this;
    }

    @Override
    protected @Nullable Work carryOut() {
      runs.incrementAndGet();
      return null;
    }

    @Override
    protected void abandon(RuntimeException reason) {
      fail(reason); // is claimed before anybody could
    }
  }
}
