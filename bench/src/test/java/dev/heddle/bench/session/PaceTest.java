package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Scale;
import org.junit.jupiter.api.Test;

class PaceTest {
  @Test
  void theBookTakesAsManyRoundsAsABenchmarkAsksFor() {
    Benchmark benchmark = Benchmark.named("any").bookRounds(9).build();

    assertThat(Pace.ofBook(Scale.FULL, benchmark).leastRounds()).isEqualTo(9);
    assertThat(Pace.of(Scale.FULL, benchmark).leastRounds()).isEqualTo(1);
  }

  @Test
  void butNotMoreThanAFullRunDoes() {
    Benchmark benchmark = Benchmark.named("any").fullRounds(4).bookRounds(9).build();

    assertThat(Pace.ofBook(Scale.FULL, benchmark).leastRounds()).isEqualTo(4);
    assertThat(Pace.ofBook(Scale.FULL, benchmark).rounds()).isEqualTo(4);
  }

  @Test
  void whoAsksForNothingGetsEnoughForAMedian() {
    Benchmark benchmark = Benchmark.named("any").build();

    assertThat(Pace.ofBook(Scale.FULL, benchmark).leastRounds()).isEqualTo(3);
    assertThat(Pace.ofBook(Scale.QUICK, benchmark).leastRounds()).isEqualTo(3);
  }

  @Test
  void theBookStartsEverybodyAgainIfABenchmarkAsksForThat() {
    Benchmark benchmark = Benchmark.named("any").bookHeats(2).build();

    assertThat(Pace.ofBook(Scale.FULL, benchmark).heats()).isEqualTo(2);
    assertThat(Pace.ofBook(Scale.QUICK, benchmark).heats()).isEqualTo(2);
    assertThat(Pace.ofBook(Scale.FULL, Benchmark.named("any").build()).heats()).isEqualTo(1);
  }
}
