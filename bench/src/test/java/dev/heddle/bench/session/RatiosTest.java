package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RatiosTest {
  @Test
  void aRivalThatCostsTwiceAsMuchHasTheRatioTwo() {
    List<Result> results =
        List.of(result("heddle", "a", 10), result("rival", "a", 20), result("other", "a", 5));
    assertThat(ratios(results, 0)).containsExactly(1.0, 2.0, 0.5);
  }

  @Test
  void aRivalIsComparedWithHeddleInItsOwnVariant() {
    List<Result> results =
        List.of(
            result("heddle", "a", 10),
            result("rival", "a", 10),
            result("heddle", "b", 100),
            result("rival", "b", 50));
    assertThat(ratios(results, 0)).containsExactly(1.0, 1.0, 1.0, 0.5);
  }

  @Test
  void thereIsNoRatioToNothing() {
    List<Result> results = List.of(result("heddle", "a", 0), result("rival", "a", 20));
    assertThat(ratios(results, 0)).containsExactly(1.0, null);
  }

  @Test
  void thereIsNoRatioToWhatCannotBeToldFromNothing() {
    List<Result> results = List.of(result("heddle", "a", 0.01), result("rival", "a", 20));
    assertThat(ratios(results, 0.1)).containsExactly(1.0, null);
  }

  @Test
  void thereIsNoRatioWithoutHeddle() {
    assertThat(ratios(List.of(result("rival", "a", 20)), 0)).containsExactly((Double) null);
  }

  private static List<@Nullable Double> ratios(List<Result> results, double resolution) {
    return Ratios.fillIn(results, resolution).stream()
        .<@Nullable Double>map(Result::ratio)
        .toList();
  }

  private static Result result(String contender, String variant, double median) {
    Statistics cost = new Statistics(median, median, median, median, median, 1);
    return new Result("some", contender, variant, 1, "ns", cost, null);
  }
}
