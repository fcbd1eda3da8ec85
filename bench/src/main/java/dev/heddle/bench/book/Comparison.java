package dev.heddle.bench.book;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Two runs of the book side by side: whether a second one says the same. */
public final class Comparison {
  private Comparison() {}

  /**
   * The geometric means of both, and by how much the second differs; then the largest difference.
   *
   * @throws dev.heddle.bench.BenchmarkFailure if one of them is no book's file
   */
  public static List<String> lines(Path first, Path second) {
    return lines(BookFile.read(first), BookFile.read(second));
  }

  static List<String> lines(Recording first, Recording second) {
    List<Means> before = Means.of(first);
    List<Means> after = Means.of(second);
    List<String> lines = new ArrayList<>();
    lines.add(line("suite", "rival", "first", "second", "difference"));
    double largest = 0;
    for (Means one : before) {
      for (Rival rival : Rival.order(one.duels())) {
        Means.Mean a = one.against(rival);
        Means.Mean b =
            after.stream()
                .filter(means -> means.title().equals(one.title()))
                .findFirst()
                .map(means -> means.against(rival))
                .orElse(null);
        if (a != null && b != null) {
          double difference = b.value() / a.value() - 1;
          largest = Math.max(largest, Math.abs(difference));
          lines.add(
              line(
                  one.title(),
                  rival.title(),
                  number("%.2f", a.value()),
                  number("%.2f", b.value()),
                  number("%+.1f %%", difference * 100)));
        }
      }
    }
    lines.add("");
    lines.add(
        lines.size() == 2
            ? "They have nothing in common."
            : "The largest difference is " + number("%.1f %%.", largest * 100));
    return lines;
  }

  private static String line(String suite, String rival, String a, String b, String difference) {
    return String.format(Locale.ROOT, "%-22s %-16s %8s %8s %11s", suite, rival, a, b, difference);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
