package dev.heddle.bench.book;

import dev.heddle.bench.Entry;
import dev.heddle.bench.Suite;
import dev.heddle.bench.session.Absence;
import dev.heddle.bench.session.Result;
import dev.heddle.bench.session.Row;
import dev.heddle.bench.session.Statistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of the page.
 *
 * @param suite which benchmarks
 * @param workers with how many threads
 * @param rows what came out of them
 */
record Section(Suite suite, int workers, List<Row> rows) {

  String title() {
    return "%s, %d worker%s".formatted(suite.title(), workers, workers == 1 ? "" : "s");
  }

  /** Of the file with its chart. */
  String chart() {
    return "%s-%d.svg".formatted(suite.title(), workers);
  }

  /**
   * Heddle against each rival, in the order of the rows; of two forms of one rival, the faster. Not
   * against one that has failed in one form: it may have been the faster one.
   */
  List<Duel> duels() {
    Map<String, Duel> duels = new LinkedHashMap<>();
    for (Row row : rows) {
      if (row instanceof Result result) {
        Double ratio = result.ratio();
        Rival rival = Rival.of(row.contender());
        if (rival != null && ratio != null && ratio > 0 && !hasFailed(rival, row)) {
          Duel duel =
              new Duel(
                  suite,
                  row.benchmark(),
                  row.variant(),
                  workers,
                  rival,
                  ratio,
                  cost(Entry.HEDDLE, row),
                  result.cost(),
                  limit(row));
          duels.merge(
              duel.label() + " " + rival.title(),
              duel,
              (one, other) -> one.ratio() <= other.ratio() ? one : other);
        }
      }
    }
    return List.copyOf(duels.values());
  }

  private boolean hasFailed(Rival rival, Row where) {
    return rows.stream()
        .filter(other -> other instanceof Absence absence && absence.kind() == Absence.Kind.FAILED)
        .filter(other -> other.benchmark().equals(where.benchmark()))
        .filter(other -> other.variant().equals(where.variant()))
        .anyMatch(other -> rival.equals(Rival.of(other.contender())));
  }

  /**
   * One thread's plain calls, shared out evenly among the workers; null if there is no such row.
   */
  private @Nullable Double limit(Row row) {
    Statistics calls = cost(Entry.PLAIN_CALL, row);
    return calls == null ? null : calls.median() / workers;
  }

  /** What {@code contender} cost where {@code row} was taken; null if there is no such row. */
  private @Nullable Statistics cost(String contender, Row row) {
    return rows.stream()
        .filter(
            other ->
                other.contender().equals(contender)
                    && other.benchmark().equals(row.benchmark())
                    && other.variant().equals(row.variant()))
        .filter(Result.class::isInstance)
        .map(own -> ((Result) own).cost())
        .findFirst()
        .orElse(null);
  }
}
