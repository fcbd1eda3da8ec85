package dev.heddle.bench.book;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.FileTrouble;
import dev.heddle.bench.Suite;
import dev.heddle.bench.session.FlatJson;
import dev.heddle.bench.session.JsonLines;
import dev.heddle.bench.session.Row;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came out of a run, one JSON object a line: first what is known of the run when it begins,
 * then the rows as they come, each with its suite, and last what is known at the end. A run that
 * was interrupted lacks the end, and some rows.
 */
final class BookFile implements AutoCloseable {
  private static final String KIND = "line";
  private static final String BEGIN = "begin";
  private static final String END = "end";
  private static final String SUITE = "suite";

  private final BufferedWriter out;

  /** Creates or empties {@code file}. */
  BookFile(Path file) throws IOException {
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  void begin(Map<String, String> facts) throws IOException {
    write(BEGIN, facts);
  }

  void add(Suite suite, List<? extends Row> rows) throws IOException {
    for (Row row : rows) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put(SUITE, suite.title());
      fields.putAll(JsonLines.fields(row));
      write(fields);
    }
  }

  void end(Map<String, String> facts) throws IOException {
    write(END, facts);
  }

  private void write(String kind, Map<String, String> facts) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(KIND, kind);
    fields.putAll(facts);
    write(fields);
  }

  private void write(Map<String, @Nullable Object> fields) throws IOException {
    out.write(FlatJson.object(fields));
    out.write('\n');
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /**
   * What a file says. A last line that was not written to its end does not count.
   *
   * @throws BenchmarkFailure if it is none of a book
   */
  static Recording read(Path file) {
    Map<String, String> facts = new LinkedHashMap<>();
    List<BookRow> rows = new ArrayList<>();
    boolean complete = false;
    int number = 0;
    try {
      for (String line : wholeLines(file)) {
        number++;
        Map<String, Object> fields = FlatJson.parse(line);
        if (fields.remove(KIND) instanceof String kind) {
          fields.forEach((name, value) -> facts.put(name, value.toString()));
          complete |= kind.equals(END);
        } else {
          rows.add(new BookRow(suite(fields.remove(SUITE)), JsonLines.row(fields)));
        }
      }
    } catch (IOException e) {
      throw new BenchmarkFailure("cannot read %s: %s".formatted(file, FileTrouble.of(e)));
    } catch (FlatJson.MalformedException | IllegalArgumentException e) {
      throw new BenchmarkFailure(
          "%s is not what a book writes, line %d: %s".formatted(file, number, e.getMessage()));
    }
    if (number == 0) {
      throw new BenchmarkFailure(file + " is empty, and so no book's results");
    }
    return new Recording(facts, rows, complete);
  }

  private static List<String> wholeLines(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    boolean cut = !lines.isEmpty() && !lines.getLast().strip().endsWith("}");
    return cut ? lines.subList(0, lines.size() - 1) : lines;
  }

  private static Suite suite(@Nullable Object title) {
    if (title == null) {
      throw new IllegalArgumentException(
          "a row of no suite, as --json writes it; what is read here is a book's results.jsonl");
    }
    return Arrays.stream(Suite.values())
        .filter(suite -> suite.title().equals(title))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no suite " + title));
  }
}
