package dev.heddle.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is behind {@code ./heddle sim}, in a JVM of its own. */
class SimMainTest {
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

  static class Counting {
    @Simulate(workers = 2, seeds = 5)
    void failsWithThree() {
      try (Heddle heddle = Heddle.start()) {
        assertThat(heddle.workers()).isNotEqualTo(3);
      }
    }
  }

  private static final String COUNTING = "dev.heddle.junit.SimMainTest$Counting";

  @Test
  void optionsGoBeforeTheAnnotationAndIntoTheCommandThatRepeatsIt() throws Exception {
    assertThat(simulate("seeds", "3", "class", COUNTING).exitCode()).isZero();
    Result failed =
        simulate(
            "seeds",
            "3",
            "strategy",
            "priority",
            "workers",
            "3",
            "faults",
            "none",
            "class",
            COUNTING);
    assertThat(failed.exitCode()).as(failed.err()).isEqualTo(1);
    assertThat(failed.err())
        .contains(
            "./heddle sim 'dev.heddle.junit.SimMainTest$Counting#failsWithThree' --seed 1"
                + " --strategy priority --workers 3 --faults none\n");
    assertThat(failed.out()).isEmpty();
  }

  @Test
  void theArgumentsOfAProgramAreInTheCommandToo() throws Exception {
    Path program = folder.resolve("Failing.java");
    Files.writeString(
        program,
        """
        void main(String[] arguments) {
          throw new IllegalStateException(String.join("+", arguments));
        }
        """);
    Result failed =
        simulate("seed", "4", "faults", "interrupt", "program", program.toString(), "one", "t w o");
    assertThat(failed.exitCode()).as(failed.err()).isEqualTo(1);
    assertThat(failed.err())
        .contains("one+t w o")
        .contains("Failing.java --seed 4 --faults interrupt -- one 't w o'\n");
  }

  @Test
  void whatMakesNoSenseIsExplained() throws Exception {
    Result result = simulate("seeds", "3", "faults", "flood", "class", COUNTING);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).startsWith("heddle: --faults: there is no fault 'flood', only held-");
    assertThat(result.err().lines()).hasSize(1);
  }
}
