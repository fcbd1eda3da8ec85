package dev.heddle.bench.session;

import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes results to a file, one JSON object a line. */
public final class JsonLines implements AutoCloseable {
  private static final MathContext DIGITS = new MathContext(6);

  private final BufferedWriter out;

  /** Creates or empties {@code file}. */
  public JsonLines(Path file) throws IOException {
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  /** Adds results, and has them in the file when it returns. */
  public void write(List<Result> results) throws IOException {
    for (Result result : results) {
      out.write(line(result));
      out.write('\n');
    }
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /** A result as a JSON object. */
  public static String line(Result result) {
    return "{\"benchmark\":%s,\"contender\":%s,\"variant\":%s,\"workers\":%d,\"unit\":%s,\"median\":%s,\"p10\":%s,\"p90\":%s,\"rounds\":%d,\"ratio\":%s}"
        .formatted(
            text(result.benchmark()),
            text(result.contender()),
            text(result.variant()),
            result.workers(),
            text(result.unit()),
            number(result.cost().median()),
            number(result.cost().p10()),
            number(result.cost().p90()),
            result.cost().rounds(),
            number(result.ratio()));
  }

  private static String number(@Nullable Double value) {
    if (value == null || !Double.isFinite(value)) {
      return "null";
    }
    return new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString();
  }

  private static String text(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        default -> {
          if (c < ' ') {
            quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
