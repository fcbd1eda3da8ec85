package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs traced for real, with the jars of core and observe laid out as the launcher does. */
@Timeout(120)
class TraceCommandTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  private static final String PROGRAM =
      """
      import dev.heddle.Heddle;

      void main(String[] args) {
        try (Heddle heddle = Heddle.builder().workers(1).name("traced").start()) {
          heddle.invoke(() -> 1);
        }
        IO.println(String.join("|", args));
        System.exit(args.length);
      }
      """;

  @TempDir private Path dir = Path.of("");

  @BeforeEach
  void layOut() throws IOException {
    for (String module : List.of("core", "observe")) {
      Path to = Files.createDirectories(dir.resolve("target/launcher").resolve(module));
      Path built = Path.of("..", module, "target");
      List<Path> jars = jars(built);
      assumeTrue(!jars.isEmpty(), "../" + module + " has no jar: mvn package builds it");
      jars.addAll(jars(built.resolve("lib")));
      for (Path jar : jars) {
        Files.createSymbolicLink(to.resolve(jar.getFileName()), jar.toAbsolutePath());
      }
    }
    Files.writeString(dir.resolve("Program.java"), PROGRAM);
  }

  private static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return new ArrayList<>();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return new ArrayList<>(files.filter(file -> file.toString().endsWith(".jar")).toList());
    }
  }

  private record Result(int code, String printed) {}

  private Result heddle(String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(JDK.resolve("bin/java").toString());
    command.add("-Dheddle.home=" + dir);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command).directory(dir.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), printed);
  }

  @Test
  void writesATraceBesideTheProgramsOwnOutputAndExitCode() throws Exception {
    Result result = heddle("trace", "Program.java", "two words", "-o", "--events");

    assertThat(result.code()).as(result.printed()).isEqualTo(3);
    assertThat(result.printed())
        .contains("two words|-o|--events\n", "heddle: wrote trace.json", "Perfetto");
    assertThat(dir.resolve("trace.json"))
        .content()
        .contains("\"runtime traced\"", "\"worker 0\"", "\"spawn\"");
  }

  @Test
  void writesWhereItIsToldTo() throws Exception {
    Result result =
        heddle("trace", "-o", "mine.json", "--threshold", "1us", "--events", "10", "Program.java");

    assertThat(result.code()).as(result.printed()).isZero();
    assertThat(dir.resolve("mine.json")).exists();
    assertThat(dir.resolve("trace.json")).doesNotExist();
  }

  @Test
  void theFileToWriteMayStandBehindTheProgram() throws Exception {
    Result result = heddle("trace", "Program.java", "-o", "mine.json", "-o");

    assertThat(result.code()).as("the other -o is the program's: %s", result).isEqualTo(1);
    assertThat(dir.resolve("mine.json")).exists();
    assertThat(heddle("trace", "Program.java", "-o").printed()).contains("-o needs the file");
  }

  @Test
  void whatDoesNotCompileHasNoTrace() throws Exception {
    Files.writeString(dir.resolve("Wrong.java"), "void main() { int i = \"text\"; }");
    Result result = heddle("trace", "Wrong.java");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.printed()).contains("incompatible types", "no trace was written");
    assertThat(dir.resolve("trace.json")).doesNotExist();
  }
}
