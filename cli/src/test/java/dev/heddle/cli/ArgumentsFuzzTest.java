package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Any arguments give an exit code, and what is wrong with them is said in one sentence. What the
 * commands would start is {@code true}, which takes anything.
 */
class ArgumentsFuzzTest {
  private static @Nullable Path root;

  /** What a call came to. */
  private record Result(int code, String out, String err) {
    void isExplained(List<String> arguments) {
      assertThat(out + err)
          .as("what %s prints", arguments)
          .doesNotContain("Exception")
          .doesNotContain("\tat ");
      if (code == 2) {
        assertThat(err).as("what is wrong with %s", arguments).startsWith("heddle: ");
        assertThat(sentence()).as("what is wrong with %s", arguments).isNotBlank();
      } else {
        assertThat(code).as("the exit code of %s", arguments).isBetween(0, 1);
        assertThat(err).as("what %s complains of", arguments).isEmpty();
      }
    }

    private String sentence() {
      return err.substring("heddle: ".length()).lines().findFirst().orElse("");
    }
  }

  @BeforeContainer
  static void makeHome() throws IOException {
    Path made = Files.createTempDirectory("heddle-arguments");
    Files.createDirectories(made.resolve("bin"));
    Files.createSymbolicLink(made.resolve("bin/java"), Path.of("/bin/true"));
    Files.writeString(made.resolve("Program.java"), "");
    root = made;
  }

  @AfterContainer
  static void removeHome() throws IOException {
    Path made = root;
    if (made != null) {
      try (Stream<Path> files = Files.walk(made)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static Path home() {
    Path made = root;
    if (made == null) {
      throw new AssertionError("makeHome has not been called");
    }
    return made;
  }

  private static Result call(List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine main = Main.commandLine(new Home(home(), home(), "/bin/true", ""));
    main.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = main.execute(arguments.toArray(String[]::new));
    return new Result(code, out.toString(), err.toString());
  }

  @Property
  void anyArgumentsGiveAnExitCodeAndAnExplanation(@ForAll("calls") List<String> arguments) {
    call(arguments).isExplained(arguments);
  }

  /** What has to be found, if a command lets an exception through. */
  @Example
  void aStackTraceIsFound() {
    Result broken = new Result(1, "", "java.lang.IllegalStateException: no\n\tat Some.where\n");
    assertThat(isExplained(broken)).isFalse();
    assertThat(isExplained(new Result(2, "", "heddle: there is no command x\n"))).isTrue();
  }

  private static boolean isExplained(Result result) {
    try {
      result.isExplained(List.of());
      return true;
    } catch (AssertionError _) {
      return false;
    }
  }

  /** Words that mean something here more often than not. No argument can have a zero character. */
  @Provide
  Arbitrary<List<String>> calls() {
    Arbitrary<String> word =
        Arbitraries.oneOf(
            Arbitraries.of("run", "test", "bench", "format", "help", "--help", "-h", "--version"),
            Arbitraries.of(
                "-V", "-J", "-J-Xmx1g", "--long", "--check", "--", "-", "", " ", "@file"),
            Arbitraries.of("Missing.java", "notes.txt", "/", ".", "-pl", "-Dtest=X", "--seed=1"),
            Arbitraries.create(() -> home().resolve("Program.java").toString()),
            Arbitraries.of("trace", "-o", "--events", "--threshold", "1us", "--size"),
            Arbitraries.of("sim", "--seeds", "--strategy", "random", "--workers", "3", "--faults"),
            Arbitraries.of("tset", "ru", "--vresion", "-hV", "--help=yes", "${x}", "%s", "'", "\""),
            Arbitraries.strings().excludeChars('\u0000').ofMaxLength(8));
    return word.list().ofMaxSize(5);
  }
}
