package dev.heddle.bench.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Results as a table for people: words to the left, numbers to the right. */
public final class Table {
  private static final List<String> HEADERS =
      List.of(
          "benchmark",
          "variant",
          "contender",
          "workers",
          "unit",
          "median",
          "p10",
          "p90",
          "rounds",
          "ratio");
  private static final List<Boolean> NUMBERS =
      List.of(false, false, false, true, false, true, true, true, true, true);
  private static final String GAP = "  ";

  private Table() {}

  /** The lines of the table. */
  public static List<String> lines(List<Result> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADERS);
    results.forEach(result -> rows.add(cells(result)));
    int[] widths = new int[HEADERS.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : GAP)
          .append(NUMBERS.get(i) ? padding + row.get(i) : row.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  private static List<String> cells(Result result) {
    Statistics cost = result.cost();
    return List.of(
        result.benchmark(),
        result.variant(),
        result.contender(),
        Integer.toString(result.workers()),
        result.unit(),
        cost(cost.median()),
        cost(cost.p10()),
        cost(cost.p90()),
        Integer.toString(cost.rounds()),
        ratio(result.ratio()));
  }

  /** Three or four digits that mean something. */
  static String cost(double value) {
    double size = Math.abs(value);
    int decimals = size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static String ratio(@Nullable Double ratio) {
    return ratio == null ? "n/a" : String.format(Locale.ROOT, "%.2f", ratio);
  }
}
