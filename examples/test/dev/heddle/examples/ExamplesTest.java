package dev.heddle.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs each example as a user would: from its source, with nothing but core on the class path. */
class ExamplesTest {

  private static final int SECONDS = 60;

  @TestFactory
  List<DynamicTest> everyExampleRuns() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(""))) {
      List<DynamicTest> tests =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .sorted()
              .map(file -> DynamicTest.dynamicTest(file.toString(), () -> runs(file)))
              .toList();
      assertThat(tests).isNotEmpty();
      return tests;
    }
  }

  private static void runs(Path example) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("--class-path", core(), example.toString()));
    Path output = Path.of("target", example + ".out");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    process.getOutputStream().close();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends in time").isTrue();
      assertThat(process.exitValue()).as("exit code; output: %n%s", text(output)).isZero();
      assertThat(text(output)).isNotBlank();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file);
  }

  /** The part of this test's class path that is core: a jar, or a folder of classes. */
  private static String core() {
    String home = Path.of("..", "core", "target").toAbsolutePath().normalize().toString();
    String core =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.contains("heddle-core") || entry.startsWith(home))
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(core).isNotEmpty();
    return core;
  }
}
