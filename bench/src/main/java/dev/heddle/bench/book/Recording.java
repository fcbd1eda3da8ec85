package dev.heddle.bench.book;

import dev.heddle.bench.Suite;
import dev.heddle.bench.session.Absence;
import dev.heddle.bench.session.Result;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A run of the book, as it was recorded.
 *
 * @param facts about the machine and the run, by their names
 * @param rows what came out
 * @param complete whether the run came to its end
 */
record Recording(Map<String, String> facts, List<BookRow> rows, boolean complete) {

  /** What is shown together: rows of a suite with one number of workers. */
  List<Section> sections() {
    return Arrays.stream(Suite.values()).flatMap(suite -> sections(suite).stream()).toList();
  }

  private List<Section> sections(Suite suite) {
    List<BookRow> ofSuite = rows.stream().filter(row -> row.suite() == suite).toList();
    List<Integer> workers = ofSuite.stream().map(row -> row.row().workers()).distinct().toList();
    return workers.stream()
        .map(
            count ->
                new Section(
                    suite,
                    count,
                    ofSuite.stream()
                        .map(BookRow::row)
                        .filter(row -> row.workers() == count)
                        .toList()))
        .toList();
  }

  List<Absence> absences(Absence.Kind kind) {
    return rows.stream()
        .map(BookRow::row)
        .filter(Absence.class::isInstance)
        .map(Absence.class::cast)
        .filter(absence -> absence.kind() == kind)
        .toList();
  }

  /** All comparisons with rivals. */
  List<Duel> duels() {
    return sections().stream().flatMap(section -> section.duels().stream()).toList();
  }

  /** How many rows have costs. */
  long results() {
    return rows.stream().filter(row -> row.row() instanceof Result).count();
  }
}
