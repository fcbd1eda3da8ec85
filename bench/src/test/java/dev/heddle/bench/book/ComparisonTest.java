package dev.heddle.bench.book;

import static dev.heddle.bench.Suite.FORK_JOIN;
import static dev.heddle.bench.Suite.SAVINA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.BenchmarkFailure;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void showsBothMeansAndTheDifference() {
    Recording first =
        Samples.recording(
            true,
            Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 2),
            Samples.row(SAVINA, "big", "default", 2, "pekko", 4));
    Recording second =
        Samples.recording(
            true,
            Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 1.8),
            Samples.row(SAVINA, "big", "default", 2, "pekko", 4.2));
    assertThat(Comparison.lines(first, second))
        .containsExactly(
            "suite                  rival               first   second  difference",
            "fork-join              forkjoinpool         2.00     1.80     -10.0 %",
            "savina                 pekko                4.00     4.20      +5.0 %",
            "",
            "The largest difference is 10.0 %.");
  }

  @Test
  void rowsThatOnlyOneHasAreLeftOutAndCounted() {
    BookRow common = Samples.row(SAVINA, "big", "default", 2, "pekko", 4);
    Recording whole =
        Samples.recording(
            true,
            common,
            Samples.row(SAVINA, "count", "default", 2, "pekko", 9),
            Samples.row(SAVINA, "big", "default", 2, "go", 9));
    Recording interrupted = Samples.recording(false, common);
    assertThat(Comparison.lines(interrupted, whole))
        .contains("savina                 pekko                4.00     4.00      +0.0 %")
        .endsWith("Left out are 2 rows that only one of the two has.");
  }

  @Test
  void runsWithoutACommonRowCannotBeCompared() {
    Recording one = Samples.recording(true, Samples.row(SAVINA, "big", "default", 2, "pekko", 4));
    assertThatThrownBy(() -> Comparison.lines(one, Samples.recording(true)))
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContaining("no row in common");
  }
}
