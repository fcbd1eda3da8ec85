package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void numbersStandToTheRight() {
    List<Result> results =
        List.of(
            new Result("fib", "heddle", "a", 2, "ns", new Statistics(9.5, 9, 12, 9, 12, 25), 1.0),
            new Result(
                "fib", "rival", "a", 2, "ns", new Statistics(1234, 99, 5000, 9, 9999, 25), null));
    assertThat(Table.lines(results))
        .containsExactly(
            "benchmark  variant  contender  workers  unit  median   p10   p90  rounds  ratio",
            "fib        a        heddle           2  ns      9.50  9.00  12.0      25   1.00",
            "fib        a        rival            2  ns      1234  99.0  5000      25    n/a");
  }

  @Test
  void aReasonStandsInPlaceOfTheNumbers() {
    List<Row> rows =
        List.of(
            new Result("fib", "heddle", "a", 2, "ns", new Statistics(9.5, 9, 12, 9, 12, 25), 1.0),
            new Absence("fib", "go", "a", 2, "ns", Absence.Kind.MISSING, "go is missing; get it"));
    assertThat(Table.lines(rows))
        .containsExactly(
            "benchmark  variant  contender  workers  unit  median   p10   p90  rounds  ratio",
            "fib        a        heddle           2  ns      9.50  9.00  12.0      25   1.00",
            "fib        a        go               2  ns    go is missing; get it");
  }

  @Test
  void smallCostsKeepTheirDigits() {
    assertThat(Table.cost(0.0123)).isEqualTo("0.0123");
  }
}
