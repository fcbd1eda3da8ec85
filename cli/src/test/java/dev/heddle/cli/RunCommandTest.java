package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs started for real, in a JVM started by a JVM that runs {@link Main}. */
@Timeout(60)
class RunCommandTest {

  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir private Path dir = Path.of("");

  private Process heddle(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(JDK.resolve("bin/java").toString());
    command.add("-Dheddle.home=" + dir);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private String source(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void argumentsInputAndExitCodeAreTheProgramsOwn() throws Exception {
    String file =
        source(
            "Echo.java",
            """
            void main(String[] args) {
              IO.println(String.join("|", args));
              IO.println("read " + IO.readln());
              System.exit(7);
            }
            """);
    Process process = heddle("run", file, "-x", "--", "@no-file", "--help", "-J1", "");
    try (var in = process.outputWriter()) {
      in.write("a line\n");
    }
    assertThat(output(process)).contains("-x|--|@no-file|--help|-J1|\n").contains("read a line");
    assertThat(process.waitFor()).isEqualTo(7);
  }

  @Test
  void theProgramMayReachTheJdksThreadsAndTakesJvmFlags() throws Exception {
    String file =
        source(
            "Flags.java",
            """
            void main() {
              IO.println(Object.class.getModule().isOpen("java.lang", getClass().getModule()));
              IO.println(System.getProperty("some.flag"));
            }
            """);
    Process process = heddle("run", "-J-Dsome.flag=set", file);
    assertThat(output(process)).isEqualTo("true\nset\n");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void aPageIsAskedForByAPropertyAndItsJars() throws Exception {
    String file =
        source(
            "Page.java",
            """
            void main() {
              IO.println("[" + System.getProperty("heddle.page") + "]");
              IO.println(System.getProperty("java.class.path").contains("observe"));
            }
            """);
    assertThat(output(heddle("run", file))).isEqualTo("[null]\nfalse\n");
    assertThat(output(heddle("run", "--page", file))).isEqualTo("[]\ntrue\n");
    assertThat(output(heddle("run", "--page-port", "0", "--page-control", file)))
        .isEqualTo("[any,control]\ntrue\n");
    assertThat(output(heddle("run", file, "--page"))).as("the program's own").contains("[null]");
    assertThat(output(heddle("run", "--page-port", "70000", file))).contains("0 and 65535");
  }

  @Test
  void compileErrorsAreShown() throws Exception {
    Process process = heddle("run", source("Wrong.java", "void main() { int i = \"text\"; }"));
    assertThat(output(process)).contains("Wrong.java:1", "incompatible types");
    assertThat(process.waitFor()).isNotZero();
  }

  @Test
  void theProgramEndsWithTheLauncher() throws Exception {
    String file =
        source(
            "Forever.java",
            """
            void main() throws Exception {
              IO.println(ProcessHandle.current().pid());
              Thread.sleep(java.time.Duration.ofHours(1));
            }
            """);
    Process process = heddle("run", file);
    try (BufferedReader lines = process.inputReader()) {
      long pid = Long.parseLong(lines.readLine());
      ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
      process.destroy();
      child.onExit().get(30, TimeUnit.SECONDS);
      assertThat(process.waitFor()).isEqualTo(143);
    }
  }
}
