package dev.heddle.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.Arguments.Action;
import dev.heddle.bench.Arguments.UsageException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {
  private static final List<String> KNOWN = List.of("fib", "uts");

  @Test
  void nothingMeansEverythingInFull() throws UsageException {
    Arguments arguments = parse();
    assertThat(arguments.action()).isEqualTo(Action.RUN);
    assertThat(arguments.names()).isEmpty();
    assertThat(arguments.scale()).isEqualTo(Scale.FULL);
    assertThat(arguments.workers()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(arguments.files().json()).isNull();
  }

  @Test
  void namesAndOptionsMayBeMixed() throws UsageException {
    Arguments arguments =
        parse("uts", "--quick", "--workers", "3", "fib", "--json=out.json", "uts");
    assertThat(arguments.names()).containsExactly("uts", "fib");
    assertThat(arguments.scale()).isEqualTo(Scale.QUICK);
    assertThat(arguments.workers()).isEqualTo(3);
    assertThat(arguments.files().json()).isEqualTo(Path.of("out.json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "--list"})
  void listsInTwoWays(String word) throws UsageException {
    assertThat(parse(word).action()).isEqualTo(Action.LIST);
  }

  @Test
  void theBookMayHaveAFolderAndAFileItIsWrittenFrom() throws UsageException {
    Arguments arguments = parse("--book", "--out", "there", "--from=raw.jsonl");
    assertThat(arguments.action()).isEqualTo(Action.BOOK);
    assertThat(arguments.files().book()).isEqualTo(Path.of("there"));
    assertThat(arguments.files().from()).isEqualTo(Path.of("raw.jsonl"));
  }

  @Test
  void twoFilesAreCompared() throws UsageException {
    Arguments arguments = parse("--compare", "a.jsonl", "b.jsonl");
    assertThat(arguments.action()).isEqualTo(Action.COMPARE);
    assertThat(arguments.files().compared())
        .containsExactly(Path.of("a.jsonl"), Path.of("b.jsonl"));
  }

  @Test
  void theGuardChecksOrAccepts() throws UsageException {
    assertThat(parse("--guard").action()).isEqualTo(Action.GUARD);
    assertThat(parse("--guard").accept()).isFalse();
    assertThat(parse("--guard", "--accept").accept()).isTrue();
  }

  @Test
  void installs() throws UsageException {
    assertThat(parse("--install").action()).isEqualTo(Action.INSTALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--book", "--guard", "--install", "list"})
  void whatRunsNoNamedBenchmarkTakesNoName(String word) {
    assertThatThrownBy(() -> parse(word, "fib")).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> parse(word, "--json=x")).isInstanceOf(UsageException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--guard", "--install", "list", "--book --from=x", "--compare a b"})
  void whatMeasuresNothingTakesNoScaleAndNoWorkers(String words) {
    for (String option : List.of("--quick", "--workers=1")) {
      assertThatThrownBy(() -> parse((words + " " + option).split(" ")))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("only goes with a run");
    }
  }

  @Test
  void theBookMayBeQuickAndHaveWorkers() throws UsageException {
    Arguments arguments = parse("--book", "--quick", "--workers=1");
    assertThat(arguments.scale()).isEqualTo(Scale.QUICK);
    assertThat(arguments.workers()).isEqualTo(1);
  }

  @Test
  void twoThingsAtOnceAreRefused() {
    assertThatThrownBy(() -> parse("--book", "--compare", "a", "b"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("one at a time");
  }

  @Test
  void helpsWhateverElseIsAsked() throws UsageException {
    assertThat(parse("--help").action()).isEqualTo(Action.HELP);
    assertThat(parse("--book", "fib", "--help").action()).isEqualTo(Action.HELP);
  }

  @Test
  void anUnknownNameIsAnsweredWithThoseThatThereAre() {
    assertThatThrownBy(() -> parse("fob"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("fob", "fib, uts");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--slow",
        "--workers",
        "--workers=0",
        "--workers=two",
        "--json",
        "-q",
        "--compare=a",
        "--out=x",
        "--from=x",
        "--accept"
      })
  void whatMakesNoSenseIsRefused(String word) {
    assertThatThrownBy(() -> parse(word)).isInstanceOf(UsageException.class);
  }

  private static Arguments parse(String... words) throws UsageException {
    return Arguments.parse(List.of(words), KNOWN);
  }
}
