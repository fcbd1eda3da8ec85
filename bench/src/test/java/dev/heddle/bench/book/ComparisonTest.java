package dev.heddle.bench.book;

import static dev.heddle.bench.Suite.FORK_JOIN;
import static dev.heddle.bench.Suite.SAVINA;
import static org.assertj.core.api.Assertions.assertThat;

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
  void runsWithoutACommonSuiteHaveNothingInCommon() {
    Recording one = Samples.recording(true, Samples.row(SAVINA, "big", "default", 2, "pekko", 4));
    assertThat(Comparison.lines(one, Samples.recording(true)))
        .endsWith("They have nothing in common.");
  }
}
