package dev.heddle.observe.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Top without a terminal, against real programs. */
@Timeout(120)
class TopPipedTest {

  private static String said(Process top) throws IOException {
    return new String(top.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void printsALineForEachLookAtEachRuntimeAndEnds() throws Exception {
    Process target = TopRun.target("shop", "annex");
    try {
      Process top = TopRun.top("-n", "2", "--interval", "0.2", Long.toString(target.pid()));
      List<String> lines = said(top).lines().filter(line -> !line.startsWith("  ")).toList();

      assertThat(top.waitFor()).isZero();
      assertThat(lines).hasSize(4);
      assertThat(lines).filteredOn(line -> line.contains(" shop VIRTUAL ")).hasSize(2);
      assertThat(lines)
          .allMatch(
              line -> line.matches("\\d\\d:\\d\\d:\\d\\d (shop|annex) VIRTUAL busy \\d/\\d .*"))
          .allMatch(line -> line.contains(" processes 61 longest mailbox "))
          .allMatch(line -> line.contains("(known-sink)"));
      assertThat(String.join("", lines)).doesNotContain("\033");
    } finally {
      target.destroyForcibly();
    }
  }

  @Test
  void saysThatTheJvmHasEnded() throws Exception {
    Process target = TopRun.target("shop");
    Process top = TopRun.top("--interval", "0.1", Long.toString(target.pid()));
    BufferedReader lines = top.inputReader();
    assertThat(lines.readLine()).contains(" shop ");
    target.outputWriter().close();

    assertThat(lines.lines().reduce((_, last) -> last))
        .hasValueSatisfying(last -> assertThat(last).contains("has ended"));
    assertThat(top.waitFor()).isZero();
  }

  @Test
  void findsTheJvmsThatRunHeddleByItself() throws Exception {
    Process one = TopRun.target("first");
    Process two = TopRun.target("second");
    try {
      Process top = TopRun.top("-n", "1");
      assertThat(said(top))
          .contains("several JVMs run Heddle")
          .contains("./heddle top " + one.pid())
          .contains("./heddle top " + two.pid())
          .contains("TopTarget");
      assertThat(top.waitFor()).isEqualTo(1);
    } finally {
      one.destroyForcibly();
      two.destroyForcibly();
    }
  }

  @Test
  void aPidThatIsNobodysIsRefused() throws Exception {
    Process top = TopRun.top("2000000000");
    assertThat(said(top)).contains("there is no process 2000000000").doesNotContain("Exception");
    assertThat(top.waitFor()).isEqualTo(1);
  }

  @Test
  void whatIsNoJvmIsRefusedAndLeftAlone() throws Exception {
    assumeTrue(Files.exists(Path.of("/bin/sleep")), "needs the program sleep");
    Process sleep = new ProcessBuilder("sleep", "600").start();
    try {
      Process top = TopRun.top(Long.toString(sleep.pid()));
      assertThat(said(top)).contains("is no JVM").contains("sleep").doesNotContain("Exception");
      assertThat(top.waitFor()).isEqualTo(1);
      assertThat(sleep.isAlive()).isTrue();
    } finally {
      sleep.destroyForcibly();
    }
  }

  @Test
  void aJvmWithoutARuntimeIsToldOf() throws Exception {
    Process target = TopRun.target();
    try {
      Process top = TopRun.top(Long.toString(target.pid()));
      assertThat(said(top)).contains("has no Heddle runtime").doesNotContain("Exception");
      assertThat(top.waitFor()).isEqualTo(1);
    } finally {
      target.destroyForcibly();
    }
  }

  /** It has been looked at before, so it takes questions, and then leaves them unanswered. */
  @Test
  void aJvmThatStandsStillHoldsNobodyUp() throws Exception {
    assumeTrue(Files.exists(Path.of("/bin/kill")), "needs the program kill");
    Process still = TopRun.target("still");
    Process other = TopRun.target("other");
    String pid = Long.toString(still.pid());
    try {
      assertThat(said(TopRun.top("-n", "1", pid))).contains(" still ");
      signal("STOP", pid);
      assertThat(said(TopRun.top("-n", "1")))
          .containsPattern(" other |heddle top " + other.pid()) // or one of several on this machine
          .doesNotContain("heddle top " + pid);
      Process top = TopRun.top("-n", "1", pid);
      assertThat(said(top)).contains(pid + " does not answer").doesNotContain("Exception");
      assertThat(top.waitFor()).isEqualTo(1);
    } finally {
      signal("CONT", pid);
      still.destroyForcibly();
      other.destroyForcibly();
    }
  }

  private static void signal(String name, String pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }
}
