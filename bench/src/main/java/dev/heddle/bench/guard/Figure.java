package dev.heddle.bench.guard;

import java.util.Locale;

/**
 * A figure that must not grow.
 *
 * @param name what is counted, of what
 * @param value what it was when somebody accepted it
 * @param percent by how much it may grow, of itself
 * @param plus and how much beside that
 */
record Figure(String name, double value, double percent, double plus) {

  /** As much is not yet a regression. */
  double limit() {
    return value * (1 + percent / 100) + plus;
  }

  /** The same with a new value. */
  Figure withValue(double accepted) {
    return new Figure(name, accepted, percent, plus);
  }

  /** Of a figure that has just been counted for the first time. */
  static Figure fresh(String name, double value) {
    return new Figure(name, value, 5, name.endsWith("bytes") ? 1 : 0.01);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%.1f" : "%.4f", value);
  }
}
