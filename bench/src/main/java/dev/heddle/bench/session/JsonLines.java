package dev.heddle.bench.session;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes rows to a file, one JSON object a line. */
public final class JsonLines implements AutoCloseable {
  private final BufferedWriter out;

  /** Creates or empties {@code file}. */
  public JsonLines(Path file) throws IOException {
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  /** Adds rows, and has them in the file when it returns. */
  public void write(List<? extends Row> rows) throws IOException {
    for (Row row : rows) {
      out.write(line(row));
      out.write('\n');
    }
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /** A row as a JSON object. */
  public static String line(Row row) {
    return FlatJson.object(fields(row));
  }

  /** What a row says, by the names of JSON. */
  public static Map<String, @Nullable Object> fields(Row row) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("benchmark", row.benchmark());
    fields.put("contender", row.contender());
    fields.put("variant", row.variant());
    fields.put("workers", row.workers());
    fields.put("unit", row.unit());
    switch (row) {
      case Absence absence -> fields.put(absence.kind().word(), absence.reason());
      case Result result -> {
        fields.put("median", result.cost().median());
        fields.put("p10", result.cost().p10());
        fields.put("p90", result.cost().p90());
        fields.put("min", result.cost().least());
        fields.put("max", result.cost().most());
        fields.put("rounds", result.cost().rounds());
        fields.put("ratio", result.ratio());
      }
    }
    return fields;
  }

  /**
   * The reverse of {@link #fields}.
   *
   * @throws IllegalArgumentException if something is missing
   */
  public static Row row(Map<String, Object> fields) {
    for (Absence.Kind kind : Absence.Kind.values()) {
      if (fields.containsKey(kind.word())) {
        return new Absence(
            text(fields, "benchmark"),
            text(fields, "contender"),
            text(fields, "variant"),
            (int) number(fields, "workers"),
            text(fields, "unit"),
            kind,
            text(fields, kind.word()));
      }
    }
    Statistics cost =
        new Statistics(
            number(fields, "median"),
            number(fields, "p10"),
            number(fields, "p90"),
            number(fields, "min"),
            number(fields, "max"),
            (int) number(fields, "rounds"));
    return new Result(
        text(fields, "benchmark"),
        text(fields, "contender"),
        text(fields, "variant"),
        (int) number(fields, "workers"),
        text(fields, "unit"),
        cost,
        fields.containsKey("ratio") ? number(fields, "ratio") : null);
  }

  private static String text(Map<String, Object> fields, String name) {
    if (fields.get(name) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("there is no text \"" + name + "\"");
  }

  private static double number(Map<String, Object> fields, String name) {
    if (fields.get(name) instanceof Double number) {
      return number;
    }
    throw new IllegalArgumentException("there is no number \"" + name + "\"");
  }
}
