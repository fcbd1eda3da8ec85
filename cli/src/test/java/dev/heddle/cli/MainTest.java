package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Calls that end before anything is started. */
class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int heddle(String... args) {
    Home home = new Home(Path.of("nowhere"), Path.of("no-jdk"), "no-maven", "");
    CommandLine main = Main.commandLine(home);
    main.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return main.execute(args);
  }

  @ParameterizedTest
  @CsvSource({
    "tset, test",
    "ru, run",
    "benhc, bench",
    "saok, soak",
    "tpo, top",
    "hlep, help",
    "--vresion, --version"
  })
  void aSlipIsExplainedWithWhatWasMeant(String typed, String meant) {
    assertThat(heddle(typed)).isEqualTo(2);
    assertThat(err.toString())
        .contains("there is no")
        .contains(typed)
        .contains("Did you mean " + meant + "?");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aWordLikeNoCommandGetsNoSuggestion() {
    assertThat(heddle("frobnicate")).isEqualTo(2);
    assertThat(err.toString()).contains("no command frobnicate").doesNotContain("Did you mean");
  }

  @Test
  void withoutACommandTheCommandsAreListed() {
    assertThat(heddle()).isZero();
    assertThat(out.toString())
        .contains(
            "Usage: ./heddle", "run", "trace", "test", "bench", "soak", "sim", "top", "format");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "trace", "test", "bench", "soak", "sim", "top", "format"})
  void everyCommandHasHelp(String command) {
    assertThat(heddle("help", command)).isZero();
    assertThat(out.toString()).contains("Usage: ./heddle " + command);
  }

  @Test
  void versionNamesTheJavaItRunsOn() {
    assertThat(heddle("--version")).isZero();
    assertThat(out.toString()).contains("Heddle", "on Java " + Runtime.version());
  }

  @ParameterizedTest
  @CsvSource({"--interval 0, --interval", "--interval NaN, --interval", "-n 0, -n", "-5, PID"})
  void topRefusesWhatMakesNoSense(String arguments, String named) {
    String[] call = ("top " + arguments).split(" ");
    assertThat(heddle(call)).isEqualTo(2);
    assertThat(err.toString()).contains(named);
  }

  @Test
  void topWantsANumber() {
    assertThat(heddle("top", "java")).isEqualTo(2);
    assertThat(err.toString()).contains("PID", "java");
  }

  @Test
  void runWantsAFile() {
    assertThat(heddle("run")).isEqualTo(2);
    assertThat(err.toString()).contains("FILE.java", "./heddle help run");
  }

  @Test
  void runWantsAFileThatExists(@TempDir Path dir) {
    assertThat(heddle("run", dir.resolve("Missing.java").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("there is no file").contains("Missing.java");
  }

  @Test
  void runWantsAJavaFile(@TempDir Path dir) throws Exception {
    Path file = Files.writeString(dir.resolve("notes.txt"), "");
    assertThat(heddle("run", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("not a Java source file");
  }

  @Test
  void runDoesNotTakeADirectory(@TempDir Path dir) {
    assertThat(heddle("run", dir.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is a directory");
  }

  @ParameterizedTest
  @CsvSource({
    "'', FILE.java",
    "missing/Some.java, there is no file",
    "pom.xml, its name ends in .java",
    "-o, -o",
    "--events 0 FILE, at least 1",
    "--events many FILE, many",
    "--size 0 FILE, at least 1",
    "--threshold 1 FILE, 1 is no time",
    "--threshold fast FILE, fast is no time",
    "-o missing/trace.json FILE, there is no directory",
    "-o src FILE, is a directory",
    "-o Other.java FILE, would be overwritten",
  })
  void traceExplainsWhatMakesNoSense(String words, String told) {
    String file = "src/main/java/dev/heddle/cli/Main.java";
    assertThat(heddle(("trace " + words.replace("FILE", file)).strip().split(" ", -1)))
        .isEqualTo(2);
    assertThat(err.toString()).startsWith("heddle: ").contains(told);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void scaleTakesNoSeedAndOneFile() {
    assertThat(heddle("sim", "scale", "--seed", "4")).isEqualTo(2);
    assertThat(heddle("sim", "scale", "a.svg", "b.svg")).isEqualTo(2);
    assertThat(heddle("sim", "scale", "--workers", "4")).isEqualTo(2);
    assertThat(heddle("sim", "scale", "--strategy", "random")).isEqualTo(2);
    assertThat(heddle("sim", "scale", "--faults", "none")).isEqualTo(2);
    assertThat(err.toString().lines().filter(line -> line.startsWith("heddle: ")))
        .hasSize(5)
        .allMatch(line -> line.contains("scale takes no seed, strategy, workers or faults"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "NaN"})
  void aSoakTakesSomeTime(String minutes) {
    assertThat(heddle("soak", "--minutes", minutes)).isEqualTo(2);
    assertThat(err.toString()).contains("--minutes", "must be more than 0");
  }

  @Test
  void simWantsSomethingToSimulate() {
    assertThat(heddle("sim")).isEqualTo(2);
    assertThat(err.toString()).contains("WHAT", "./heddle help sim");
  }

  @ParameterizedTest
  @CsvSource({
    "--seed one, one",
    "--seeds 0, at least 1",
    "--seed 1 --seeds 2, one of --seed and --seeds",
    "--seed 1 --seed 2, one of --seed and --seeds",
    "--sed 1, --sed",
    "--workers 0, --workers 0: at least 1",
    "--workers many, many",
    "--workers 1 --workers 2, --workers",
    "--strategy, --strategy",
    "--faults, --faults",
    "missing/Some.java, there is no file",
  })
  void simExplainsWhatMakesNoSense(String words, String told) {
    String[] all = (words.startsWith("-") ? "sim Some " + words : "sim " + words).split(" ", -1);
    assertThat(heddle(all)).isEqualTo(2);
    assertThat(err.toString()).startsWith("heddle: ").contains(told);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void simTellsWhatItCanBeTold() {
    assertThat(heddle("help", "sim")).isZero();
    assertThat(out.toString())
        .contains("--seed", "--seeds", "--strategy", "--workers", "--faults", "-cp")
        .contains("random", "priority", "held-up-worker", "interrupt", "all", "none");
  }

  @Test
  void aClassOfTestsTakesNoArguments() {
    assertThat(heddle("sim", "some.Test", "argument")).isEqualTo(2);
    assertThat(err.toString()).contains("takes no arguments");
  }

  @Test
  void runDoesNotGuessAtOptionsBeforeTheFile() {
    assertThat(heddle("run", "--fast", "Some.java")).isEqualTo(2);
    assertThat(err.toString()).contains("--fast");
  }
}
