package dev.heddle.observe.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Top in a real terminal, which tmux plays, against a running program. */
@Timeout(180)
class TopTerminalTest {
  private static final long PATIENCE = 60_000_000_000L;

  @TempDir private Path dir = Path.of("");
  private @Nullable Process target;

  private String tmux(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tmux", "-f", "/dev/null", "-S"));
    command.add(dir.resolve("socket").toString());
    command.addAll(List.of(arguments));
    Process tmux = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(tmux.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    tmux.waitFor();
    return said;
  }

  @BeforeEach
  void startTop() throws Exception {
    boolean installed;
    try {
      installed = new ProcessBuilder("tmux", "-V").start().waitFor() == 0;
    } catch (IOException _) {
      installed = false;
    }
    assumeTrue(installed, "tmux is missing: install the package tmux");
    Process program = TopRun.target("shop", "wing");
    target = program;
    String top =
        TopRun.java(TopMain.class, "--interval", "0.3", Long.toString(program.pid())).stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    Path script =
        Files.writeString(
            dir.resolve("run"),
            """
            trap : INT
            stty -g > '%1$s/before'
            %2$s
            echo $? > '%1$s/code'
            stty -g > '%1$s/after'
            touch '%1$s/over'
            exec sleep 600
            """
                .formatted(dir, top));
    tmux("new-session", "-d", "-x", "80", "-y", "24", "sh " + script);
  }

  @AfterEach
  void end() throws Exception {
    if (target != null) {
      tmux("kill-server");
      target.destroyForcibly();
    }
  }

  /** What the terminal shows, once it is as it should be. */
  private List<String> shows(String what, Predicate<String> expected) throws Exception {
    long deadline = System.nanoTime() + PATIENCE;
    while (true) {
      String screen = tmux("capture-pane", "-p");
      if (expected.test(screen)) {
        return screen.lines().toList();
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError("does not show %s:%n%s".formatted(what, screen));
      }
      Thread.sleep(50);
    }
  }

  private List<String> shows(String text) throws Exception {
    return shows(text, screen -> screen.contains(text));
  }

  private void keys(String... keys) throws Exception {
    for (String key : keys) {
      tmux("send-keys", key);
    }
  }

  private void awaitEnd() throws Exception {
    long deadline = System.nanoTime() + PATIENCE;
    while (!Files.exists(dir.resolve("over"))) {
      assertThat(System.nanoTime()).as("has not ended").isLessThan(deadline);
      Thread.sleep(50);
    }
    assertThat(Files.readString(dir.resolve("after")))
        .as("the terminal is as it was")
        .isEqualTo(Files.readString(dir.resolve("before")))
        .isNotBlank();
  }

  @Test
  void showsAProgramAndFollowsKeysAndGivesTheTerminalBack() throws Exception {
    List<String> first = shows("known-sink");
    assertThat(first).hasSizeLessThanOrEqualTo(24).allMatch(line -> line.length() <= 80);
    assertThat(first.getFirst()).startsWith("shop  VIRTUAL").contains("runtime 1 of 2");
    assertThat(String.join("\n", first)).contains("LONGEST MAILBOXES").contains("WORKER");

    keys("3");
    shows("61 in all");
    keys("n");
    shows(
        "the first by name", screen -> screen.contains("PROCESS*") && screen.contains("clerk-0 "));
    keys("/", "k", "n", "o", "w");
    shows("/know_");
    keys("Enter");
    shows("what was searched", screen -> screen.contains("1 in all that contain 'know'"));
    keys("Escape", "2");
    shows("RULES");
    keys("5");
    shows("[warnings]");
    keys("?");
    shows("sort processes by mailbox");
    keys("?", "o");
    shows("runtime 2 of 2");
    shows("wing  VIRTUAL");
    keys("Space");
    shows("PAUSED");

    tmux("resize-window", "-x", "120", "-y", "40");
    shows(
        "the new size",
        screen -> screen.lines().toList().size() == 40 && screen.contains("[warnings]"));
    tmux("resize-window", "-x", "60", "-y", "12");
    shows(
        "the small size",
        screen -> screen.lines().toList().size() == 12 && screen.contains("[warnings]"));

    keys("q");
    awaitEnd();
    assertThat(Files.readString(dir.resolve("code")).strip()).isEqualTo("0");
    assertThat(tmux("capture-pane", "-p")).as("the screen is as it was").doesNotContain("wing");
  }

  @Test
  void controlCGivesTheTerminalBackToo() throws Exception {
    shows("known-sink");
    keys("C-c");
    awaitEnd();
    assertThat(tmux("capture-pane", "-p")).doesNotContain("known-sink");
  }

  @Test
  void theEndOfTheProgramEndsIt() throws Exception {
    shows("known-sink");
    if (target != null) {
      target.destroyForcibly();
    }
    awaitEnd();
    shows("has ended");
    assertThat(Files.readString(dir.resolve("code")).strip()).isEqualTo("0");
  }
}
