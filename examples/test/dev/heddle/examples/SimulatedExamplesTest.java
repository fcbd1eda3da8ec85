package dev.heddle.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./heddle sim examples --seed S} does, in JVMs of its own. */
class SimulatedExamplesTest {
  private static final int SECONDS = 120;

  private @TempDir Path folder = Path.of("");

  private record Result(int exitCode, String out, String err) {}

  private Result simulate(String... arguments) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "sim", ".out");
    Path err = Files.createTempFile(folder, "sim", ".err");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    command.add("dev.heddle.junit.SimMain");
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("..", "docs").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends in time").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private static List<String> examples() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(""))) {
      return files
          .map(Path::toString)
          .filter(name -> name.endsWith(".java"))
          .map(name -> "../examples/" + name)
          .sorted()
          .toList();
    }
  }

  private Result simulateAll(long seed) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("seed", Long.toString(seed), "programs"));
    arguments.addAll(examples());
    return simulate(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 77})
  void theSameSeedGivesTheSameLogsInTwoJvms(long seed) throws Exception {
    Result first = simulateAll(seed);
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.err()).doesNotContain("may not be repeatable");
    assertThat(first.out().lines().filter(line -> line.startsWith("# "))).hasSameSizeAs(examples());
    assertThat(first.out().lines())
        .hasSizeGreaterThan(5_000)
        .allMatch(line -> line.matches("# examples/\\w+\\.java| *\\d* +[\\d.]+ us  .*"));

    Result second = simulateAll(seed);
    assertThat(second.out()).isEqualTo(first.out());
  }

  @Test
  void otherSeedsGiveOtherLogs() throws Exception {
    String one = simulate("seed", "1", "program", "../examples/Philosophers.java").out();
    String two = simulate("seed", "2", "program", "../examples/Philosophers.java").out();
    assertThat(one).isNotEqualTo(two).isNotEmpty();
  }

  @Test
  void whatIsFoundIsToldWithTheCommandToSeeItAgain() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("Wrong.java"),
            """
            import dev.heddle.Heddle;
            import dev.heddle.fiber.*;
            static int runs; // each seed has its own
            void main(String[] arguments) throws Exception {
              System.out.println(arguments[0] + ++runs);
              try (Heddle heddle = Heddle.start()) {
                Signal never = Signal.manual();
                heddle.fiber("patient", () -> never.await()).join();
              }
            }
            """);
    Result result = simulate("seeds", "5", "program", file.toString(), "run ");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("run 1", "DEADLOCK with seed 1", "patient waits for Signal")
        .contains("./heddle sim " + file + " --seed 1");
  }

  @Test
  void whatCannotBeRunIsToldInASentence() throws Exception {
    isRefused("there is no class some.Missing", "seed", "1", "class", "some.Missing");
    String here = SimulatedExamplesTest.class.getName();
    isRefused("neither a method with @Simulate nor a main", "seed", "1", "class", here);
    isRefused("no method other with @Simulate", "seed", "1", "class", here + "#other");
    Path file = Files.writeString(folder.resolve("Text.java"), "no Java");
    isRefused("Text.java does not compile", "seed", "1", "program", file.toString());
    Files.writeString(file, "void main() { System.exit(0); }");
    isRefused("has the program called System.exit?", "seed", "1", "program", file.toString());
  }

  private void isRefused(String sentence, String... arguments) throws Exception {
    Result result = simulate(arguments);
    assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).startsWith("heddle: ").contains(sentence).doesNotContain("\tat ");
  }
}
