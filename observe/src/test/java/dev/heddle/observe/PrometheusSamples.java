package dev.heddle.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text format of Prometheus, read strictly: what is not as it should be fails the test. */
final class PrometheusSamples {
  private static final Pattern COMMENT =
      Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)");

  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{((?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n"
              + "]|\\\\[\\\\\"n])*\",?)*)\\})? (NaN|[+-]?Inf|[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)");

  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\",?");

  private record Sample(String name, Map<String, String> labels, double value) {}

  private final List<Sample> samples = new ArrayList<>();
  private final Map<String, String> types = new HashMap<>();

  private PrometheusSamples() {}

  static PrometheusSamples parse(String text) {
    PrometheusSamples read = new PrometheusSamples();
    assertThat(text).endsWith("\n");
    text.lines().forEach(read::line);
    Set<String> seen = new HashSet<>();
    for (Sample sample : read.samples) {
      assertThat(seen.add(sample.name + sample.labels)).as("once: %s", sample).isTrue();
    }
    return read;
  }

  private void line(String line) {
    Matcher comment = COMMENT.matcher(line);
    if (comment.matches()) {
      if (comment.group(1).equals("TYPE")) {
        assertThat(comment.group(3)).isIn("counter", "gauge", "histogram", "summary", "untyped");
        assertThat(types.put(comment.group(2), comment.group(3))).as(line).isNull();
      }
      return;
    }
    Matcher sample = SAMPLE.matcher(line);
    assertThat(sample.matches()).as(line).isTrue();
    Map<String, String> labels = new HashMap<>();
    Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
    while (label.find()) {
      String value =
          label.group(2).replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
      assertThat(labels.put(label.group(1), value)).as(line).isNull();
    }
    String name = sample.group(1);
    assertThat(types)
        .as("the type of what follows: %s", line)
        .containsKey(
            types.containsKey(name) ? name : name.replaceFirst("_(bucket|count|sum)$", ""));
    samples.add(new Sample(name, labels, number(sample.group(3))));
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  /** Those of this name that have at least these labels. */
  List<Double> values(String name, Map<String, String> labels) {
    return samples.stream()
        .filter(sample -> sample.name.equals(name))
        .filter(sample -> sample.labels.entrySet().containsAll(labels.entrySet()))
        .map(Sample::value)
        .toList();
  }

  /** Of those together. */
  double sum(String name, Map<String, String> labels) {
    List<Double> values = values(name, labels);
    assertThat(values).as(name).isNotEmpty();
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The same for whole numbers. */
  long count(String name, Map<String, String> labels) {
    double sum = sum(name, labels);
    assertThat(sum).as(name).isEqualTo(Math.rint(sum));
    return (long) sum;
  }
}
