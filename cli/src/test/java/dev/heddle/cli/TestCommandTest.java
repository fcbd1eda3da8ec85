package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The test command against a stand-in for Maven that leaves reports behind and exits as told. */
class TestCommandTest {

  private static final String ONE_OF_EACH =
      """
      <testsuite tests="4">
        <testcase classname="a.MixedTest" name="good"/>
        <testcase classname="a.MixedTest" name="alsoGood"><system-out>failure</system-out></testcase>
        <testcase classname="a.MixedTest" name="bad">
          <failure message="expected 1&#10;but was 2" type="AssertionError">trace</failure>
        </testcase>
        <testcase classname="a.MixedTest" name="broken"><error>java.lang.Error: boo
          at x</error></testcase>
        <testcase classname="a.MixedTest" name="later"><skipped message="not here"/></testcase>
      </testsuite>
      """;

  private static final String ONE_GOOD =
      """
      <testsuite tests="1"><testcase classname="b.GoodTest" name="good"/></testsuite>
      """;

  private final StringWriter out = new StringWriter();

  @TempDir private Path root = Path.of("");

  @BeforeEach
  void prepareReports() throws IOException {
    Files.writeString(root.resolve("mixed.xml"), ONE_OF_EACH);
    Files.writeString(root.resolve("good.xml"), ONE_GOOD);
  }

  /** Runs the command with a shell script in Maven's place; it runs in the repository. */
  private int test(String maven, String... args) throws IOException {
    Path script = Files.writeString(root.resolve("fake-mvn"), "#!/bin/sh\n" + maven);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Home home =
        new Home(root, Path.of(System.getProperty("java.home")), script.toString(), "-Dopts=1");
    CommandLine main = Main.commandLine(home).setOut(new PrintWriter(out, true));
    String[] all = new String[args.length + 1];
    all[0] = "test";
    System.arraycopy(args, 0, all, 1, args.length);
    return main.execute(all);
  }

  private static String writeReport(String report, String module) {
    String dir = module + "/target/surefire-reports";
    return "mkdir -p " + dir + " && cp " + report + " " + dir + "/TEST-x.xml\n";
  }

  private String lastLine() {
    return out.toString().lines().toList().getLast();
  }

  @Test
  void everyOutcomeIsCountedAndEveryFailureNamed() throws Exception {
    int exitCode =
        test(writeReport("mixed.xml", "core") + writeReport("good.xml", "sub/cli") + "exit 1");
    assertThat(exitCode).isEqualTo(1);
    assertThat(lastLine()).isEqualTo("3 passed, 2 failed, 1 skipped");
    assertThat(out.toString())
        .contains("FAILED a.MixedTest.bad\n  expected 1\n  but was 2\n  report: core/target/")
        .contains("FAILED a.MixedTest.broken\n  java.lang.Error: boo\n")
        .doesNotContain("FAILED a.MixedTest.later")
        .containsPattern("core +2 passed +2 failed +1 skipped")
        .containsPattern("sub/cli +1 passed +0 failed +0 skipped");
  }

  @Test
  void successIsZero() throws Exception {
    assertThat(test(writeReport("good.xml", "core"))).isZero();
    assertThat(lastLine()).isEqualTo("1 passed, 0 failed, 0 skipped");
  }

  @Test
  void reportsOfAnEarlierRunDoNotCount() throws Exception {
    Path old = root.resolve("old/target/surefire-reports/TEST-old.xml");
    Files.createDirectories(old.getParent());
    Files.writeString(old, ONE_OF_EACH);
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(1)));
    assertThat(test(writeReport("good.xml", "core"))).isZero();
    assertThat(lastLine()).isEqualTo("1 passed, 0 failed, 0 skipped");
  }

  @Test
  void aRunWithoutTestsIsNoSuccess() throws Exception {
    assertThat(test("exit 0")).isEqualTo(1);
    assertThat(out.toString()).contains("No test ran.");
  }

  @Test
  void aBuildThatFailsWithoutAFailedTestSaysWhy() throws Exception {
    int exitCode =
        test(writeReport("good.xml", "core") + "echo '[ERROR] cannot find symbol'\nexit 3");
    assertThat(exitCode).isEqualTo(3);
    assertThat(out.toString()).contains("[ERROR] cannot find symbol", "target/test.log");
    assertThat(root.resolve("target/test.log")).content().contains("cannot find symbol");
  }

  @Test
  void aFailedTestFailsTheCommandWhateverMavenSays() throws Exception {
    assertThat(test(writeReport("mixed.xml", "core") + "exit 0")).isEqualTo(1);
  }

  /** For the launcher, which so knows what it need not build. */
  @Test
  void theBeginOfAGreenRunIsKeptUntilTheNextBegins() throws Exception {
    Path passed = root.resolve("target/launcher/passed");
    Path begun = root.resolve("begun");
    assertThat(test("echo > begun\n" + writeReport("good.xml", "core"))).isZero();
    assertThat(Files.getLastModifiedTime(passed))
        .isLessThanOrEqualTo(Files.getLastModifiedTime(begun));
    assertThat(test("ls target/launcher > left; exit 1")).isEqualTo(1);
    assertThat(root.resolve("left")).isEmptyFile();
    assertThat(passed).doesNotExist();
    assertThat(test(writeReport("mixed.xml", "core"))).isEqualTo(1);
    assertThat(passed).doesNotExist();
  }

  @Test
  void argumentsAndEnvironmentReachMaven() throws Exception {
    String maven = "echo \"$@\" > args; echo \"$MAVEN_OPTS $JAVA_HOME\" > env\n";
    int exitCode =
        test(maven + writeReport("good.xml", "core"), "--long", "-pl", "core", "-Dtest=X");
    assertThat(exitCode).isZero();
    assertThat(root.resolve("args"))
        .content()
        .startsWith("-B verify")
        .contains("-Dheddle.long=true")
        .endsWith("-pl core -Dtest=X\n");
    assertThat(root.resolve("env")).hasContent("-Dopts=1 " + System.getProperty("java.home"));
  }
}
