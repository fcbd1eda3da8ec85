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

  /** As many of the columns say what a row is about. */
  private static final int WHO = 5;

  private static final String GAP = "  ";

  private Table() {}

  /** The lines of the table. */
  public static List<String> lines(List<? extends Row> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADERS);
    results.forEach(row -> rows.add(cells(row)));
    int[] widths = new int[HEADERS.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < Math.min(widths.length, row.size()); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) instanceof Absence absence) {
        rows.get(i + 1).add(absence.sentence()); // in place of all numbers, however long
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String padding = " ".repeat(Math.max(0, widths[i] - row.get(i).length()));
      boolean right = NUMBERS.get(i) && (i < WHO || row.size() == widths.length);
      line.append(i == 0 ? "" : GAP).append(right ? padding + row.get(i) : row.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  private static List<String> cells(Row row) {
    List<String> cells = new ArrayList<>();
    cells.add(row.benchmark());
    cells.add(row.variant());
    cells.add(row.contender());
    cells.add(Integer.toString(row.workers()));
    cells.add(row.unit());
    if (row instanceof Result result) {
      Statistics cost = result.cost();
      cells.add(cost(cost.median()));
      cells.add(cost(cost.p10()));
      cells.add(cost(cost.p90()));
      cells.add(Integer.toString(cost.rounds()));
      cells.add(ratio(result.ratio()));
    }
    return cells;
  }

  /** Three or four digits that mean something. */
  public static String cost(double value) {
    double size = Math.abs(value);
    int decimals = size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** Two decimals, or that there is none. */
  public static String ratio(@Nullable Double ratio) {
    return ratio == null ? "n/a" : String.format(Locale.ROOT, "%.2f", ratio);
  }
}
