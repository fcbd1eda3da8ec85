package dev.heddle.bench.guard;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.session.FlatJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The checked-in figures: a JSON object each, on a line. */
final class GuardFile {
  private static final String NAME = "figure";
  private static final String VALUE = "value";
  private static final String PERCENT = "percent";
  private static final String PLUS = "plus";

  private GuardFile() {}

  static List<Figure> read(Path file) {
    List<Figure> figures = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        Map<String, Object> fields = FlatJson.parse(line);
        if (fields.get(NAME) instanceof String name
            && fields.get(VALUE) instanceof Double value
            && fields.get(PERCENT) instanceof Double percent
            && fields.get(PLUS) instanceof Double plus) {
          figures.add(new Figure(name, value, percent, plus));
        } else {
          throw new BenchmarkFailure("%s lacks something in: %s".formatted(file, line));
        }
      }
    } catch (IOException | FlatJson.MalformedException e) {
      throw new BenchmarkFailure("cannot read %s: %s".formatted(file, e.getMessage()));
    }
    return figures;
  }

  static void write(Path file, List<Figure> figures) throws IOException {
    Files.writeString(
        file, figures.stream().map(GuardFile::line).collect(Collectors.joining("\n", "", "\n")));
  }

  private static String line(Figure figure) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(NAME, figure.name());
    fields.put(VALUE, figure.value());
    fields.put(PERCENT, figure.percent());
    fields.put(PLUS, figure.plus());
    return FlatJson.object(fields);
  }
}
