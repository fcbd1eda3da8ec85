package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.scheduler.DequeStress.Outcome;
import dev.heddle.scheduler.FaultyDeque.Fault;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Seed;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A deque gives out each item exactly once and in order, whatever its owner and two thieves do at
 * random; see {@link DequeStress}. Broken ones are caught by the very same run.
 */
class DequeStressTest {
  private static final int ITEMS = 8_000_000;
  private static final int ITEMS_A_TRY = 50_000;
  private static final int THIEVES = 2;

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 1024})
  void workDequeLosesNothingAndGivesNothingTwice(int capacity) throws Exception {
    Seed seed = Seed.of("deque that grows from " + capacity);
    checkSound(RealDeque.withCapacity(capacity), seed);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, -1})
  void workDequeSurvivesTheOverflowOfItsIndices(int edge) throws Exception {
    Seed seed = Seed.of("deque whose indices pass " + edge);
    for (int i = 0; i < Effort.times(50); i++) {
      Seed mine = new Seed(seed.value() + i);
      int start = edge - mine.random(-1).nextInt(5_000);
      Outcome outcome = DequeStress.run(RealDeque.startingAt(start, 2), mine, 50_000, THIEVES);
      assertThat(outcome.isSound()).as("%s, %s, start %s", mine, outcome, start).isTrue();
    }
  }

  @Test
  void faultyDequeWithoutFaultIsSound() throws Exception {
    Seed seed = Seed.of("copy without fault");
    checkSound(new FaultyDeque(Fault.NONE, 2), seed);
  }

  private static void checkSound(StealingDeque deque, Seed seed) throws Exception {
    for (int i = 0; i < Effort.times(2); i++) {
      Outcome outcome = DequeStress.run(deque, seed, ITEMS, THIEVES);
      System.out.println("  " + outcome);
      assertThat(outcome.isSound()).as("%s, %s", seed, outcome).isTrue();
      assertThat(outcome.stolen()).as("%s", outcome).isPositive();
    }
  }

  @Test
  void naiveDequeIsCaught() throws Exception {
    checkCaught(() -> new NaiveDeque(16), "naive");
  }

  /**
   * An item that is told too late is no worse off in the deque: see the races of what is taken
   * back.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "ANNOUNCED_LATE"})
  void faultyDequeIsCaught(Fault fault) throws Exception {
    checkCaught(() -> new FaultyDeque(fault, 2, Integer.MAX_VALUE - 500), fault.name());
  }

  private static void checkCaught(Supplier<StealingDeque> make, String what) throws Exception {
    Seed seed = Seed.of(what);
    long start = System.nanoTime();
    for (int i = 1; System.nanoTime() - start < Effort.CAUGHT_WITHIN.toNanos(); i++) {
      Seed mine = new Seed(seed.value() + i);
      Outcome outcome = DequeStress.run(make.get(), mine, ITEMS_A_TRY, THIEVES);
      if (!outcome.isSound()) {
        System.out.println("  caught in try " + i + ": " + outcome);
        return;
      }
    }
    throw new AssertionError(what + " was not caught in " + Effort.CAUGHT_WITHIN + ", " + seed);
  }
}
