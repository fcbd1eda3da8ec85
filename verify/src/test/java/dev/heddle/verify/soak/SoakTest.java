package dev.heddle.verify.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Seed;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A few rounds of the soak; {@code ./heddle soak} runs more. */
class SoakTest {
  private static final Duration ROUND = Effort.time(Duration.ofMillis(500), Duration.ofSeconds(10));
  private static final Logger LOG = Logger.getLogger("dev.heddle");

  /** Crashes are what this is about. */
  @BeforeAll
  static void logNothing() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void logAsBefore() {
    LOG.setLevel(null);
  }

  @Test
  void nothingIsLostInARound() throws InterruptedException {
    long seed = Seed.of("SoakTest").value();
    LongAdder deeds = new LongAdder();
    for (int i = 0; i < 4; i++) {
      new SoakRound(seed + i, ROUND, deeds).run();
    }
    assertThat(deeds.sum()).isPositive();
  }

  @Test
  void aPartThatFailsIsTold() {
    try (Heddle heddle = Heddle.start(1)) {
      Bed bed = new Bed(heddle, new LongAdder(), System.nanoTime() + 1_000_000_000);
      assertThat(bed.goesOn()).isTrue();
      bed.failed(new IllegalStateException("first"));
      bed.failed(new IllegalStateException("second"));
      assertThat(bed.goesOn()).isFalse();
      assertThatThrownBy(bed::throwFailures)
          .isInstanceOf(SoakFailure.class)
          .hasMessage("first")
          .cause()
          .hasSuppressedException(new IllegalStateException("second"));
    }
  }
}
