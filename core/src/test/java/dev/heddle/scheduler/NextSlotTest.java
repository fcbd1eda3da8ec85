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
    beginFirst(bench);
    bench.worker(0).beginsStep(1);
  }

  private static void beginFirst(RuleBench bench) {
    bench.worker(0).begin(new Worker.Tenure(() -> false, Worker.Tenure.FOR_EVER));
  }

  /** What can be claimed once. */
  private static final class Claim extends NextSlip {
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
    return fill(bench, name);
  }

  /** As a step of one event does that wakes a process. */
  private static Claim fill(RuleBench bench, String name) {
    Claim claim = new Claim(name);
    assertThat(isFreeInStep(bench, 1)).isTrue();
    bench.worker(0).goNextTo(claim);
    return claim;
  }

  private static boolean isFreeInStep(RuleBench bench, int events) {
    bench.worker(0).beginsStep(events);
    return bench.worker(0).isNextFree(bench.scheduler);
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
    assertThat(isFreeInStep(bench, 1)).isFalse();
    assertThat(bench.choose()).isEqualTo("next");
    bench.offer(Rule.READY, "ready");
    assertThat(isFreeInStep(bench, 1)).isFalse();
    assertThat(bench.choose()).isEqualTo("ready");
    assertThat(isFreeInStep(bench, 1)).isTrue();
    assertThat(bench.worker(0).isNextFree(new RuleBench(1, RuleBench.Limits.NONE).scheduler))
        .as("of another runtime")
        .isFalse();
  }

  @Test
  void itIsFreeInStepsOfOneEventOnly() {
    assertThat(isFreeInStep(bench, 0)).isFalse();
    assertThat(isFreeInStep(bench, 1)).isTrue();
    assertThat(isFreeInStep(bench, 2)).isFalse();
  }

  /** One that waits leaves its worker, which goes on with something else, without saying so. */
  @Test
  void itIsNotFreeInWhatIsChosenAfterTheStep() {
    bench.worker(0).beginsStep(1);
    bench.offer(Rule.LOCAL, "a task");
    assertThat(bench.choose()).isEqualTo("a task");
    assertThat(bench.worker(0).isNextFree(bench.scheduler)).isFalse();
  }

  /**
   * The limit lets in others, before what is ready; if those turn out to be somebody else's, the
   * worker must not go to sleep over the slot.
   */
  @Test
  void itIsTakenAlsoIfTheLimitLetOthersInInVain() {
    RuleBench limited = new RuleBench(2, RuleBench.Limits.NONE.withReady(1));
    beginFirst(limited);
    fill(limited, "first");
    assertThat(limited.choose()).isEqualTo("first");
    fill(limited, "second");
    Claim taken = new Claim("taken");
    taken.claimNext();
    limited.worker(0).push(taken);
    assertThat(limited.choose()).isEqualTo("second");
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
    assertThat(isFreeInStep(bench, 1)).as("what had to wait lately goes into the queue").isFalse();
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
    assertThat(isFreeInStep(bench, 1)).isTrue();
  }

  @Test
  void theLookoutSeesItStandStillAndOpensIt() {
    fill("next");
    assertThat(bench.worker(0).keepsItemWaiting()).isTrue();
    assertThat(bench.choose(1)).isEqualTo("next");
    assertThat(bench.worker(0).keepsItemWaiting()).isFalse();
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
  void aBoundThreadThatGoesOnWithItsOwnMakesAnEntryOfIt() {
    BoundThread bound = BoundThread.bind(bench.worker(0));
    try {
      Claim claim = fill("next");
      bench.worker(0).end();
      assertThat(claim.entry).isTrue();
      assertThat(bench.choose(1)).isEqualTo("next");
    } finally {
      bound.release();
    }
  }

  @Test
  void whileItIsFullItIsNotRenewed() {
    NextSlot slot = new NextSlot();
    Claim claim = new Claim("next");
    slot.fill(claim);
    slot.renew();
    assertThat(slot.peek()).isSameAs(claim);
    assertThat(slot.empty()).isSameAs(claim);
    slot.renew();
    assertThat(slot.peek()).isNull();
    assertThat(slot.filled()).isEqualTo(1);
  }

  /** With a turn at every second choice there are hundreds of renewals. */
  @Test
  void renewalsLoseNothingAndKeepTheOrder() {
    RuleBench turning = new RuleBench(1, RuleBench.Limits.NONE.withTurnInterval(2));
    beginFirst(turning);
    for (int i = 0; i < 50_000; i++) {
      fill(turning, "next " + i);
      turning.offer(Rule.READY, "ready " + i);
      turning.offer(Rule.READY, "behind " + i);
      assertThat(turning.chooseAll()).containsExactly("next " + i, "ready " + i, "behind " + i);
    }
  }
}
