package dev.heddle.observe.top;

import java.util.Locale;

/** Numbers as a person reads them, in few cells. */
final class Figures {
  private static final String[] THOUSANDS = {"", "k", "M", "G", "T", "P", "E"};

  private Figures() {}

  /** {@code 950}, {@code 9,500}, {@code 95.0k}, {@code 9.50M}: six cells at most. */
  static String count(long number) {
    return rate((double) number);
  }

  /** The same for a number that may be broken: {@code 0.5}. */
  static String rate(double number) {
    if (number < 9_999.5) {
      return number < 9.95 && number != Math.rint(number)
          ? String.format(Locale.ROOT, "%.1f", number)
          : String.format(Locale.ROOT, "%,.0f", number);
    }
    double rest = number;
    int power = 0;
    while (rest >= 999.5 && power < THOUSANDS.length - 1) {
      rest /= 1000;
      power++;
    }
    String format = rest < 9.995 ? "%.2f%s" : rest < 99.95 ? "%.1f%s" : "%.0f%s";
    return String.format(Locale.ROOT, format, rest, THOUSANDS[power]);
  }

  /** A short time: {@code 12 us}, {@code 3.4 ms}, {@code 1.2 s}. */
  static String nanos(long nanos) {
    if (nanos < 1_000) {
      return nanos + " ns";
    }
    if (nanos < 1_000_000) {
      return scaled(nanos / 1e3) + " us";
    }
    return nanos < 1_000_000_000 ? scaled(nanos / 1e6) + " ms" : scaled(nanos / 1e9) + " s";
  }

  private static String scaled(double number) {
    return String.format(Locale.ROOT, number < 9.95 ? "%.1f" : "%.0f", number);
  }

  /** A long time: {@code 340 ms}, {@code 12 s}, {@code 3:05 min}, {@code 2:15 h}, {@code 4 d}. */
  static String millis(long millis) {
    long seconds = millis / 1000;
    if (seconds < 1) {
      return millis + " ms";
    }
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return "%d:%02d min".formatted(seconds / 60, seconds % 60);
    }
    return seconds < 86_400
        ? "%d:%02d h".formatted(seconds / 3600, seconds / 60 % 60)
        : seconds / 86_400 + " d";
  }

  /** A share in percent. */
  static String percent(double share) {
    return Math.round(100 * share) + "%";
  }
}
