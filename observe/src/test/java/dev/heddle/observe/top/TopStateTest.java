package dev.heddle.observe.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.observe.top.TopState.Effect;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keys and options mean. */
class TopStateTest {
  private final TopState state = new TopState();

  private Effect press(String... keys) {
    Effect last = Effect.DRAW;
    for (String key : keys) {
      last = state.press(key);
    }
    return last;
  }

  @Test
  void qEndsItButNotWhileASearchIsTyped() {
    assertThat(press("/", "q")).isEqualTo(Effect.DRAW);
    assertThat(press(Keys.ENTER, "q")).isEqualTo(Effect.QUIT);
    assertThat(state.search()).isEqualTo("q");
  }

  @Test
  void aSearchIsTypedCorrectedAndSent() {
    press("/", "c", "o", "x", Keys.BACKSPACE, "o", "k");
    assertThat(state.typed()).isEqualTo("cook");
    assertThat(state.search()).isEmpty();
    assertThat(press(Keys.ENTER)).isEqualTo(Effect.LOOK);
    assertThat(state.typed()).isNull();
    assertThat(state.query(10))
        .isEqualTo(new Watched.Query(View.PROCESSES, "cook", Sort.MAILBOX, true, 0, 10));
    press(Keys.ESCAPE);
    assertThat(state.search()).isEmpty();
  }

  @Test
  void escapeGivesUpASearch() {
    press("/", "x", Keys.ESCAPE);
    assertThat(state.typed()).isNull();
    assertThat(state.search()).isEmpty();
  }

  @Test
  void aSortKeyShowsProcessesAndTheSameAgainTurnsThemRound() {
    press("s");
    assertThat(state.query(5).sort()).isEqualTo(Sort.STEPS);
    assertThat(state.query(5).descending()).isTrue();
    assertThat(state.view()).isEqualTo(View.PROCESSES);
    press("s");
    assertThat(state.query(5).descending()).isFalse();
    press("n");
    assertThat(state.query(5).sort()).isEqualTo(Sort.NAME);
    assertThat(state.query(5).descending()).isFalse();
  }

  @Test
  void viewsAreCycledAndHelpGoesBack() {
    List<View> seen = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      press(Keys.TAB);
      seen.add(state.view());
    }
    assertThat(seen)
        .containsExactly(
            View.WORKERS, View.PROCESSES, View.FIBERS, View.WARNINGS, View.OVERVIEW, View.WORKERS);
    press("?");
    assertThat(state.view()).isEqualTo(View.HELP);
    press("?");
    assertThat(state.view()).isEqualTo(View.WORKERS);
    press("4", "/");
    assertThat(state.view()).as("fibers are searched in their view").isEqualTo(View.FIBERS);
  }

  @Test
  void spacePausesAndGoesOn() {
    press(" ");
    assertThat(state.paused()).isTrue();
    press(" ");
    assertThat(state.paused()).isFalse();
  }

  @Test
  void scrollingStaysWithinTheLines() {
    press(Keys.UP, Keys.PAGE_UP);
    assertThat(state.scroll()).isZero();
    press(Keys.PAGE_DOWN, Keys.DOWN);
    assertThat(state.scroll()).isEqualTo(11);
    state.scrollTo(4);
    assertThat(state.scroll()).isEqualTo(4);
  }

  @Test
  void keysAreReadAsATerminalSendsThem() throws IOException {
    PushbackReader in =
        new PushbackReader(
            new StringReader(
                "a\r\033[A\033[B\033[5~\033[6~\t\177\u00fc\ud83d\udc1d\033q\033OA\033"));
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 13; i++) {
      keys.add(Keys.read(in));
    }
    assertThat(keys)
        .containsExactly(
            "a",
            Keys.ENTER,
            Keys.UP,
            Keys.DOWN,
            Keys.PAGE_UP,
            Keys.PAGE_DOWN,
            Keys.TAB,
            Keys.BACKSPACE,
            "\u00fc",
            "\ud83d\udc1d",
            Keys.ESCAPE,
            "q",
            Keys.UP);
  }

  @Test
  void optionsAreRead() throws TopFailure {
    assertThat(TopOptions.parse()).isEqualTo(new TopOptions(0, Duration.ofSeconds(1), 0));
    assertThat(TopOptions.parse("--interval", "0.5", "-n", "3", "77"))
        .isEqualTo(new TopOptions(77, Duration.ofMillis(500), 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--interval", "--interval 0", "--interval NaN", "-n 0", "-n x", "0", "pid"})
  void optionsThatMakeNoSenseAreRefusedByName(String line) {
    assertThatThrownBy(() -> TopOptions.parse(line.split(" ", -1)))
        .isInstanceOf(TopFailure.class)
        .message()
        .containsAnyOf("--interval", "-n", "PID");
  }
}
