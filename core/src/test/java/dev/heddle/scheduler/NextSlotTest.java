package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Rule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The slot for what is next, with workers that no thread plays. */
class NextSlotTest {
  private final RuleBench bench = new RuleBench(2, RuleBench.Limits.NONE);

  @BeforeEach
  void someThreadPlaysTheFirst() {
    bench.worker(0).begin(new Worker.Tenure(() -> false, Worker.Tenure.FOR_EVER));
    bench.worker(0).isBrief(true);
  }

  /** What can be claimed once. */
  private static final class Claim extends Slip {
    private final String name;
    private boolean claimed;
    private boolean entry;

    Claim(String name) {
      this.name = name;
    }

    @Override
    protected @Nullable Object claim() {
      return claimNext();
    }

    @Override
    protected @Nullable Object claimNext() {
      boolean first = !claimed;
      claimed = true;
      return first ? this : null;
    }

    @Override
    protected boolean isWaiting() {
      return !claimed;
    }

    @Override
    protected boolean becomeEntry() {
      entry = !claimed;
      return entry;
    }

    @Override
    protected void abandon(RuntimeException reason) {}

    @Override
    public String toString() {
      return name;
    }
  }

  private Claim fill(String name) {
    Claim claim = new Claim(name);
    assertThat(bench.worker(0).isNextFree(bench.scheduler)).isTrue();
    bench.worker(0).goNextTo(claim);
    return claim;
  }

  @Test
  void itGoesBeforeWhatBecomesReadyLater() {
    fill("next");
    bench.offer(Rule.READY, "ready");
    assertThat(bench.choose()).isEqualTo("next");
    assertThat(bench.choose()).isEqualTo("ready");
    assertThat(bench.choose()).isEqualTo("nothing");
  }

  @Test
  void itIsNotFreeWhileItIsFilledOrSomethingIsReady() {
    fill("next");
    assertThat(bench.worker(0).isNextFree(bench.scheduler)).isFalse();
    assertThat(bench.choose()).isEqualTo("next");
    bench.offer(Rule.READY, "ready");
    assertThat(bench.worker(0).isNextFree(bench.scheduler)).isFalse();
    assertThat(bench.choose()).isEqualTo("ready");
    assertThat(bench.worker(0).isNextFree(bench.scheduler)).isTrue();
    assertThat(bench.worker(0).isNextFree(new RuleBench(1, RuleBench.Limits.NONE).scheduler))
        .as("of another runtime")
        .isFalse();
  }

  @Test
  void itIsFreeInBriefStepsOnly() {
    bench.worker(0).isBrief(false);
    assertThat(bench.worker(0).isNextFree(bench.scheduler)).isFalse();
  }

  @Test
  void othersTakeItOnceItIsOpen() {
    fill("next");
    assertThat(bench.worker(0).hasWork()).as("it is not open yet").isFalse();
    assertThat(bench.worker(0).isDrained()).isFalse();
    bench.worker(0).openNextIfWaiting();
    assertThat(bench.worker(0).hasWork()).isTrue();
    assertThat(bench.choose(1)).isEqualTo("next");
    assertThat(bench.worker(0).hasWork()).as("somebody has it").isFalse();
    assertThat(bench.worker(0).isDrained()).isTrue();
    assertThat(bench.choose()).isEqualTo("nothing");
    assertThat(bench.worker(0).isNextFree(bench.scheduler))
        .as("what had to wait lately goes into the queue")
        .isFalse();
  }

  @Test
  void aSearcherThatSeesItStandStillTakesIt() {
    fill("next");
    long start = System.nanoTime();
    String seen;
    do {
      seen = bench.choose(1);
    } while (seen.equals("nothing") && System.nanoTime() - start < 10_000_000_000L);
    assertThat(seen).isEqualTo("next");
    assertThat(bench.choose()).isEqualTo("nothing");
    assertThat(bench.worker(0).isNextFree(bench.scheduler)).isTrue();
  }

  @Test
  void theLookoutSeesItStandStillAndOpensIt() {
    fill("next");
    assertThat(bench.worker(0).keepsFiberWaiting()).isTrue();
    assertThat(bench.choose(1)).isEqualTo("next");
    assertThat(bench.worker(0).keepsFiberWaiting()).isFalse();
  }

  /** Who yields could run a fiber in its place, but not a process. */
  @Test
  void aFiberThatYieldsTakesNoProcessOutOfTheQueue() {
    bench.worker(0).ready.add(new Claim("process"));
    bench.offer(Rule.READY, "fiber");
    assertThat(bench.worker(0).ready.pollFiber()).isNull();
    assertThat(bench.choose()).isEqualTo("process");
    assertThat(bench.worker(0).ready.pollFiber()).hasToString("fiber");
  }

  @Test
  void aWorkerThatGoesMakesAnEntryOfIt() {
    Claim claim = fill("next");
    bench.worker(0).end();
    assertThat(claim.entry).isTrue();
    assertThat(bench.choose(1)).isEqualTo("next");
  }

  @Test
  void itIsReplacedNowAndThenAndGoesOnCounting() {
    for (int i = 0; i < 3 * NextSlot.USES; i++) {
      String name = "next " + i;
      fill(name);
      assertThat(bench.choose()).isEqualTo(name);
    }
    assertThat(bench.choose()).isEqualTo("nothing");
  }
}
