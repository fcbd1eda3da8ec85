package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses: printed, read again, compared. */
class PidTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local",
        "a b",
        " padded ",
        "a/b",
        "//",
        "100%",
        "a+b",
        "%2F",
        "line\nbreak",
        "tab\t",
        "Grüße",
        "織機",
        "\uD83E\uDDF5",
        "a?b=c&d#e",
        "\"quoted\"",
        "null",
        ".",
        "..",
        "\u0000x"
      })
  void whatIsPrintedIsReadAgain(String odd) {
    for (Pid pid : List.of(Pid.of(odd, "host", 1), Pid.of("node", odd, Long.MAX_VALUE))) {
      String text = pid.toString();
      assertThat(text.chars().filter(c -> c == '/').count()).isEqualTo(2);
      Pid read = Pid.parse(text);
      assertThat(read).isEqualTo(pid).hasSameHashCodeAs(pid).hasToString(text);
      assertThat(read.node()).isEqualTo(pid.node());
      assertThat(read.host()).isEqualTo(pid.host());
      assertThat(read.number()).isEqualTo(pid.number());
      assertThat(read.compareTo(pid)).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\"           | it has 1 parts",
        "a            | it has 1 parts",
        "a/b          | it has 2 parts",
        "a/b/1/2      | it has 4 parts",
        "a/b/         | '' is no number",
        "a/b/x        | 'x' is no number",
        "a/b/1.5      | '1.5' is no number",
        "a/b/0x1      | '0x1' is no number",
        "a/b/99999999999999999999 | is no number",
        "a/b/0        | at least 1, not 0",
        "a/b/-1       | at least 1, not -1",
        "/b/1         | a node and a host",
        "a//1         | a node and a host",
        "+/b/1        | a node and a host",
        "%/b/1        | trailing escape",
        "%zz/b/1      | hex characters"
      })
  void whatCannotBeReadIsRefusedWithTheReason(String text, String reason) {
    assertThatThrownBy(() -> Pid.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'" + text + "'", "node/host/42", reason);
  }

  @Test
  void onePartMakesTwoDifferent() {
    Pid pid = Pid.of("node", "host", 7);
    assertThat(pid).isEqualTo(Pid.of("node", "host", 7));
    assertThat(pid)
        .isNotEqualTo(Pid.of("other", "host", 7))
        .isNotEqualTo(Pid.of("node", "other", 7))
        .isNotEqualTo(Pid.of("node", "host", 8))
        .isNotEqualTo("node/host/7")
        .isNotEqualTo(null);
  }

  @Test
  void theyAreOrderedByNodeThenHostThenNumber() {
    List<Pid> ordered =
        List.of(
            Pid.of("a", "a", 2),
            Pid.of("a", "a", 10),
            Pid.of("a", "b", 1),
            Pid.of("b", "a", 1),
            Pid.of("b", "a", Long.MAX_VALUE));
    List<Pid> shuffled = new ArrayList<>(ordered);
    Collections.reverse(shuffled);
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(ordered);
  }

  @Test
  void aPartThatIsMissingIsRefused() {
    assertThatThrownBy(() -> Pid.of(" ", "host", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a node and a host");
    assertThatThrownBy(() -> Pid.of("node", "", 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Pid.of("node", "host", 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** It would be printed as a question mark, and read again as another PID. */
  @Test
  void halfASurrogatePairIsRefused() {
    assertThatThrownBy(() -> Pid.of("a\ud83d", "host", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("surrogate");
    assertThatThrownBy(() -> Pid.parse("node/\ude00/1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("surrogate");
    assertThat(Pid.parse(Pid.of("\ud83d\ude00", "host", 1).toString()).node())
        .isEqualTo("\ud83d\ude00");
  }
}
