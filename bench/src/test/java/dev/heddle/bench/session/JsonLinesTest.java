package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesTest {
  @Test
  void aLineHasExactlyTheseFieldsInThisOrder() {
    assertThat(JsonLines.line(result("task", 12.25, 2.0)))
        .isEqualTo(
            "{\"benchmark\":\"fib\",\"contender\":\"heddle\",\"variant\":\"task\",\"workers\":2,"
                + "\"unit\":\"ns per spawn\",\"median\":12.25,\"p10\":10,\"p90\":14.5,"
                + "\"min\":9.5,\"max\":30,\"rounds\":25,\"ratio\":2}");
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
  void whoDidNotRunHasTheReasonInPlaceOfNumbers() {
    Row row = new Absence("fib", "go", "task", 2, "ns", Absence.Kind.MISSING, "get it");
    assertThat(JsonLines.line(row))
        .isEqualTo(
            "{\"benchmark\":\"fib\",\"contender\":\"go\",\"variant\":\"task\",\"workers\":2,"
                + "\"unit\":\"ns\",\"missing\":\"get it\"}");
  }

  @Test
  void whatWasWrittenCanBeRead() throws FlatJson.MalformedException {
    List<Row> rows =
        List.of(
            result("a\"b\\c\nd\u0001", 12, 1.5),
            result("rendezvous-1:1", 12, null),
            new Absence("fib", "go", "task", 2, "ns", Absence.Kind.FAILED, "a\nb, {c}: 1"));
    for (Row row : rows) {
      assertThat(JsonLines.row(FlatJson.parse(JsonLines.line(row)))).isEqualTo(row);
    }
  }

  /** The last words of a contender, say. */
  @Test
  void aLongTextCanBeRead() throws FlatJson.MalformedException {
    String text = "at \"this\" frame\n\t".repeat(10_000);
    assertThat(FlatJson.parse(FlatJson.object(Map.of("said", text))))
        .isEqualTo(Map.of("said", text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{a:1}",
        "{\"a\"}",
        "{\"a\\\":1}",
        "{\"a\":\"b}",
        "{\"a\":}",
        "{\"a\":[1]}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1-2}"
      })
  void whatIsNoFlatObjectIsRefused(String line) {
    assertThatThrownBy(() -> FlatJson.parse(line)).isInstanceOf(FlatJson.MalformedException.class);
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
    Statistics cost = new Statistics(median, 10, 14.5, 9.5, 30, 25);
    return new Result("fib", "heddle", variant, 2, "ns per spawn", cost, ratio);
  }
}
