package dev.heddle.bench.book;

import dev.heddle.bench.BenchmarkFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Two runs of the book side by side: whether a second one says the same. */
public final class Comparison {
  private Comparison() {}

  /**
   * The geometric means of both, over the rows that both have, and by how much the second differs;
   * then the largest difference.
   *
   * @throws BenchmarkFailure if one of them is no book's file, or if they have no row in common
   */
  public static List<String> lines(Path first, Path second) {
    return lines(BookFile.read(first), BookFile.read(second));
  }

  static List<String> lines(Recording first, Recording second) {
    List<Duel> inFirst = first.duels();
    List<Duel> inSecond = second.duels();
    List<Means> before = common(Means.of(first), inSecond);
    List<Means> after = common(Means.of(second), inFirst);
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
    if (lines.size() == 1) {
      throw new BenchmarkFailure("the two runs have no row in common, so there is no difference");
    }
    lines.add("");
    lines.add("The largest difference is " + number("%.1f %%.", largest * 100));
    long alone = alone(inFirst, inSecond) + alone(inSecond, inFirst);
    if (alone > 0) {
      lines.add("Left out are %d rows that only one of the two has.".formatted(alone));
    }
    return lines;
  }

  /** Without the rows that are not among {@code others}. */
  private static List<Means> common(List<Means> all, List<Duel> others) {
    return all.stream()
        .map(
            means ->
                new Means(
                    means.title(),
                    means.duels().stream().filter(duel -> isAmong(others, duel)).toList()))
        .toList();
  }

  private static long alone(List<Duel> ones, List<Duel> others) {
    return ones.stream().filter(duel -> !isAmong(others, duel)).count();
  }

  private static boolean isAmong(List<Duel> duels, Duel wanted) {
    return duels.stream()
        .anyMatch(duel -> duel.isOfSameRow(wanted) && duel.rival().equals(wanted.rival()));
  }

  private static String line(String suite, String rival, String a, String b, String difference) {
    return String.format(Locale.ROOT, "%-22s %-16s %8s %8s %11s", suite, rival, a, b, difference);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
