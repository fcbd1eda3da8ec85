package dev.heddle.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that knows nothing of the page, with the page beside it: in a JVM of its own. */
@Timeout(60)
class PageBesideProgramTest {
  private static final String ADDRESS = "heddle: the live page is at ";
  private static final String PROGRAM =
      """
      import dev.heddle.Heddle;

      void main() throws Exception {
        try (Heddle first = Heddle.builder().name("one").workers(1).start();
            Heddle second = Heddle.builder().name("two").workers(1).start()) {
          IO.println("started");
          IO.readln();
          IO.println("answer " + first.invoke(() -> 6 * 7));
        }
      }
      """;

  @TempDir private Path dir = Path.of("");

  private Process start(String... properties) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of(properties));
    command.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    command.add(Files.writeString(dir.resolve("Program.java"), PROGRAM).toString());
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String until(BufferedReader lines, String beginning) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.startsWith(beginning)) {
      line = lines.readLine();
    }
    assertThat(line).as("a line that begins with '%s'", beginning).isNotNull();
    return String.valueOf(line);
  }

  private static void goOn(Process program) throws IOException {
    program.outputWriter().write("\n");
    program.outputWriter().flush();
  }

  @Test
  void itShowsAllRuntimesAndEndsWithTheProgram() throws Exception {
    Process program = start("-Dheddle.page=any");
    try (BufferedReader lines = program.inputReader()) {
      URI page = URI.create(until(lines, ADDRESS).substring(ADDRESS.length()));
      until(lines, "started");
      assertThat(RawHttp.get(page, "/").status()).isEqualTo(200);
      assertThat(RawHttp.get(page, "/api/processes?runtime=one").status()).isEqualTo(200);
      assertThat(RawHttp.get(page, "/api/processes?runtime=two").status()).isEqualTo(200);
      assertThat(RawHttp.get(page, "/api/processes?runtime=three").status()).isEqualTo(404);
      goOn(program);
      assertThat(until(lines, "answer")).isEqualTo("answer 42");
      assertThat(program.waitFor(30, TimeUnit.SECONDS)).as("it ends").isTrue();
      assertThat(program.exitValue()).isZero();
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void withControlItsAddressHasAToken() throws Exception {
    Process program = start("-Dheddle.page=any,control");
    try (BufferedReader lines = program.inputReader()) {
      URI page = URI.create(until(lines, ADDRESS).substring(ADDRESS.length()));
      assertThat(page.getQuery()).startsWith("token=");
      assertThat(RawHttp.get(page, "/").status()).isEqualTo(401);
      assertThat(RawHttp.get(page, "/?" + page.getRawQuery()).status()).isEqualTo(303);
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void aPageThatCannotBeServedDoesNotStopTheProgram() throws Exception {
    Process program = start("-Dheddle.page=nonsense");
    try (BufferedReader lines = program.inputReader()) {
      assertThat(until(lines, "heddle: ")).contains("nonsense", "goes on without the page");
      goOn(program);
      assertThat(until(lines, "answer")).isEqualTo("answer 42");
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void aListenerThatFailsDoesNotStopTheProgram() throws Exception {
    Process program = start("-Dheddle.page=any", "-Dheddle.test.failing=true");
    try (BufferedReader lines = program.inputReader()) {
      until(lines, "WARNING: a listener failed at the start of runtime 'one'");
      goOn(program);
      assertThat(until(lines, "answer")).isEqualTo("answer 42");
    } finally {
      program.destroyForcibly();
    }
  }

  @Test
  void withoutThePropertyThereIsNoPage() throws Exception {
    Process program = start();
    try (BufferedReader lines = program.inputReader()) {
      assertThat(lines.readLine()).isEqualTo("started");
      goOn(program);
      assertThat(until(lines, "answer")).isEqualTo("answer 42");
    } finally {
      program.destroyForcibly();
    }
  }
}
