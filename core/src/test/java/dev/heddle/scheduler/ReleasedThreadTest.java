package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bound thread that a forced close releases after it has chosen what to run. */
class ReleasedThreadTest extends ConcurrentTestCase {

  @ParameterizedTest
  @EnumSource
  void whatItHasChosenEndsAndItGoesOn(Engine engine) {
    Heddle heddle = start(builder(new Setup(1, engine)));
    Item item = new Item();
    Thread user =
        thread(
            "user",
            () -> {
              heddle.bind();
              Worker mine = Objects.requireNonNull(Worker.current());
              mine.addSlip(new AffinitySlip(new ReleasingSlip(item, mine, heddle)));
              await("the runtime has released it", () -> !heddle.isBound());
            });
    await(user);

    await("what it chose has ended", () -> item.ends.get() != 0);
    heddle.close();
    assertThat(item.ends).hasValue(1);
  }

  /** Is claimed by the bound thread, in its choice, which takes until that is bound no more. */
  private final class ReleasingSlip extends Slip {
    private final Work item;
    private final Worker worker;
    private final Heddle heddle;

    ReleasingSlip(Work item, Worker worker, Heddle heddle) {
      this.item = item;
      this.worker = worker;
      this.heddle = heddle;
    }

    @Override
    protected Object claim() {
      assertThat(Worker.current()).isSameAs(worker);
      thread("closer", () -> heddle.shutdown(Duration.ZERO));
      spinUntil("released", () -> !worker.isSettled());
      return item;
    }

    @Override
    protected void abandon(RuntimeException reason) {
      item.abandon(reason);
    }
  }

  /** Counts how often it has ended, by whichever way. */
  private static final class Item extends Work {
    final AtomicInteger ends = new AtomicInteger();

    @Override
    protected @Nullable Work carryOut() {
      ends.incrementAndGet();
      return null;
    }

    @Override
    protected void abandon(RuntimeException reason) {
      ends.incrementAndGet();
    }
  }
}
