package dev.heddle.bench.book;

import dev.heddle.bench.Suite;
import dev.heddle.bench.session.Absence;
import dev.heddle.bench.session.Result;
import dev.heddle.bench.session.Statistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results that nobody has measured. */
final class Samples {
  private Samples() {}

  static Recording recording(boolean complete, BookRow... rows) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", "./heddle bench --book --workers 2");
    facts.put("processor", "Abacus | 3000");
    return new Recording(facts, List.of(rows), complete);
  }

  static BookRow row(
      Suite suite, String benchmark, String variant, int workers, String contender, double ratio) {
    Statistics cost = new Statistics(10 * ratio, 9 * ratio, 11 * ratio, 8 * ratio, 70 * ratio, 7);
    return row(suite, benchmark, variant, workers, contender, ratio, cost);
  }

  static BookRow row(
      Suite suite,
      String benchmark,
      String variant,
      int workers,
      String contender,
      double ratio,
      Statistics cost) {
    return new BookRow(
        suite, new Result(benchmark, contender, variant, workers, "ns", cost, ratio));
  }

  static BookRow absence(Suite suite, String contender, Absence.Kind kind, String reason) {
    return new BookRow(
        suite, new Absence("fib", contender, "task", 2, "ns per spawn", kind, reason));
  }
}
