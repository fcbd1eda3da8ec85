package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void aSingleValueIsEverything() {
    assertThat(Statistics.of(List.of(7.0))).isEqualTo(new Statistics(7, 7, 7, 7, 7, 1));
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    assertThat(Statistics.of(List.of(4.0, 1.0, 3.0, 2.0)).median()).isEqualTo(2.5);
  }

  @Test
  void anOutlierDoesNotMoveTheMedian() {
    assertThat(Statistics.of(List.of(1.0, 2.0, 1_000_000.0)).median()).isEqualTo(2);
  }

  @Test
  void tenthsOfElevenValuesAreTheSecondAndTheLastButOne() {
    Statistics statistics =
        Statistics.of(List.of(11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0));
    assertThat(statistics).isEqualTo(new Statistics(6, 2, 10, 1, 11, 11));
  }

  @Test
  void betweenTwoValuesTheLineIsStraight() {
    Statistics statistics = Statistics.of(List.of(10.0, 20.0));
    assertThat(statistics).isEqualTo(new Statistics(15, 11, 19, 10, 20, 2));
  }

  @Test
  void nothingHasNoMedian() {
    assertThatThrownBy(() -> Statistics.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
