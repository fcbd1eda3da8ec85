package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
  @Test
  void aLineHasExactlyTheseFieldsInThisOrder() {
    assertThat(JsonLines.line(result("task", 12.25, 2.0)))
        .isEqualTo(
            "{\"benchmark\":\"fib\",\"contender\":\"heddle\",\"variant\":\"task\",\"workers\":2,"
                + "\"unit\":\"ns per spawn\",\"median\":12.25,\"p10\":10,\"p90\":14.5,"
                + "\"rounds\":25,\"ratio\":2}");
  }

  @Test
  void aMissingRatioIsNull() {
    assertThat(JsonLines.line(result("task", 12, null))).endsWith("\"ratio\":null}");
  }

  @Test
  void largeAndSmallNumbersHaveNoExponent() {
    assertThat(JsonLines.line(result("task", 123_456_789.0, 0.000_012_345)))
        .contains("\"median\":123457000,", "\"ratio\":0.000012345}");
  }

  @Test
  void textIsEscaped() {
    assertThat(JsonLines.line(result("a\"b\\c\nd\u0001", 12, 1.0)))
        .contains("\"variant\":\"a\\\"b\\\\c\\nd\\u0001\"");
  }

  @Test
  void linesAreInTheFileAtOnce(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("out.json");
    Files.writeString(file, "what was there before");
    try (JsonLines json = new JsonLines(file)) {
      json.write(List.of(result("task", 1, 1.0)));
      assertThat(Files.readAllLines(file)).hasSize(1);
      json.write(List.of(result("scope", 1, 1.0)));
      assertThat(Files.readAllLines(file)).hasSize(2).allMatch(line -> line.startsWith("{"));
    }
  }

  private static Result result(String variant, double median, @Nullable Double ratio) {
    Statistics cost = new Statistics(median, 10, 14.5, 25);
    return new Result("fib", "heddle", variant, 2, "ns per spawn", cost, ratio);
  }
}
