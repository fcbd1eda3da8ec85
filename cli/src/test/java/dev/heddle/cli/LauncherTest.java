package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shell script ./heddle, in a repository of its own with stand-ins for Maven and the JDKs, and
 * with nothing but these and a few Unix tools on its PATH.
 */
@Timeout(60)
class LauncherTest {

  private static final List<String> TOOLS =
      List.of(
          "awk",
          "cat",
          "cp",
          "dirname",
          "find",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sleep",
          "tee",
          "touch",
          "tr");

  private static final String FAKE_JAVA =
      """
      #!/bin/sh
      echo "java home: $JAVA_HOME"
      for arg in "$@"; do echo "arg: $arg"; done
      exit 9
      """;

  /** Builds the modules that it is asked for: an empty jar each, with Maven's way of talking. */
  private static final String FAKE_MAVEN =
      """
      #!/bin/sh
      echo "$@" >>maven-calls
      echo '[INFO] Building jar: half of the internet'
      while [ $# -gt 0 ]; do
        if [ "$1" = -pl ]; then modules=$2; fi
        shift
      done
      for module in $(echo $modules | tr , ' '); do
        echo "[INFO] Building Heddle $module 1.2.3-SNAPSHOT        [1/1]"
        mkdir -p $module/target
        touch $module/target/heddle-$module-1.2.3-SNAPSHOT.jar
      done
      """;

  @TempDir private Path dir = Path.of("");
  private Path repository = Path.of("");
  private Path bin = Path.of("");
  private Path jdks = Path.of("");
  private final Map<String, String> environment = new TreeMap<>();

  private record Result(int exitCode, String out, String err) {}

  @BeforeEach
  void layOut() throws IOException {
    repository = Files.createDirectory(dir.resolve("a repository"));
    bin = Files.createDirectory(dir.resolve("bin"));
    jdks = Files.createDirectory(dir.resolve("jdks"));
    for (String tool : TOOLS) {
      Path usual = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          bin.resolve(tool), Files.exists(usual) ? usual : Path.of("/bin", tool));
    }
    Path sources = Path.of("..").toAbsolutePath().normalize();
    for (String script : List.of("heddle", "build/find-jdk")) {
      Files.createDirectories(repository.resolve(script).getParent());
      executable(repository.resolve(script), Files.readString(sources.resolve(script)));
    }
    Files.writeString(
        repository.resolve("pom.xml"),
        """
        <project>
          <version>1.2.3-SNAPSHOT</version>
        </project>
        """);
    for (String module : List.of("cli", "core", "bench", "verify", "junit", "observe")) {
      Files.createDirectories(repository.resolve(module).resolve("src/main/java"));
      Files.writeString(repository.resolve(module).resolve("pom.xml"), "<project/>");
    }
    environment.put("PATH", bin.toString());
    environment.put("HOME", dir.toString());
    environment.put("HEDDLE_JDK_DIRS", jdks.toString());
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = jdks.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib"));
    executable(home.resolve("bin/java"), FAKE_JAVA);
    executable(home.resolve("bin/javac"), "");
    Files.writeString(home.resolve("lib/modules"), "");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  private void maven(String script) throws IOException {
    executable(bin.resolve("mvn"), script);
  }

  private Result run(Path script, String... args) throws Exception {
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(script.toString());
    builder.command().addAll(List.of(args));
    builder.directory(repository.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    int exitCode =
        builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
    return new Result(
        exitCode,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private Result heddle(String... args) throws Exception {
    return run(repository.resolve("heddle"), args);
  }

  private List<String> mavenCalls() throws IOException {
    return Files.readAllLines(repository.resolve("maven-calls"));
  }

  /** Edits {@code file} a minute after all that happened to the others. */
  private void edit(String file) throws IOException {
    letAMinutePass();
    Files.writeString(repository.resolve(file), "class Edited {}");
  }

  private void letAMinutePass() throws IOException {
    try (Stream<Path> all = Files.walk(repository)) {
      for (Path path : all.toList()) {
        Instant before = Files.getLastModifiedTime(path).toInstant().minusSeconds(60);
        Files.setLastModifiedTime(path, FileTime.from(before));
      }
    }
  }

  /** As a green test run does that has packaged {@code modules}, and took a minute. */
  private void passTests(String... modules) throws IOException {
    letAMinutePass();
    Files.writeString(repository.resolve("target/launcher/passed"), "");
    letAMinutePass();
    for (String module : modules) {
      Path target = Files.createDirectories(repository.resolve(module).resolve("target"));
      Files.writeString(target.resolve("heddle-" + module + "-1.2.3-SNAPSHOT.jar"), "tested");
    }
  }

  private void isOneSentence(String message) {
    assertThat(message).startsWith("heddle: ").endsWith(".\n").hasLineCount(1);
  }

  @Test
  void withoutAJdkOneSentenceSaysWhatToInstall() throws Exception {
    jdk("too-old", "21.0.4");
    maven(FAKE_MAVEN);
    Result result = heddle("run", "Some.java");
    assertThat(result.exitCode()).isEqualTo(2);
    isOneSentence(result.err());
    assertThat(result.err()).contains("JDK 25", "install", "JAVA_HOME");
  }

  @Test
  void withoutMavenOneSentenceSaysSo() throws Exception {
    jdk("jdk", "25.0.1");
    Result result = heddle("help");
    assertThat(result.exitCode()).isEqualTo(2);
    isOneSentence(result.err());
    assertThat(result.err()).contains("Maven", "install");
  }

  @Test
  void onceBuiltItRunsWithoutMaven() throws Exception {
    jdk("jdk", "25.0.1");
    maven(FAKE_MAVEN);
    assertThat(heddle("help").exitCode()).isEqualTo(9);
    Files.delete(bin.resolve("mvn"));
    assertThat(heddle("help").exitCode()).isEqualTo(9);
    Result test = heddle("test");
    assertThat(test.exitCode()).isEqualTo(2);
    isOneSentence(test.err());
  }

  @Test
  void argumentsArriveAsTheyWereGiven() throws Exception {
    Path home = jdk("jdk", "25");
    maven(FAKE_MAVEN);
    Result result = heddle("run", "two words", "*", "", "-x");
    assertThat(result.exitCode()).isEqualTo(9);
    assertThat(result.out()).contains("java home: " + home + "\n");
    assertThat(result.out())
        .endsWith("arg: dev.heddle.cli.Main\narg: run\narg: two words\narg: *\narg: \narg: -x\n");
  }

  @Test
  void buildsOnFirstUseWhatTheCommandNeeds() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN);
    Result first = heddle("help");
    assertThat(first.err()).contains("first use", "Heddle cli [1/1]").doesNotContain("internet");
    Result run = heddle("run");
    assertThat(run.err()).contains("first use", "Heddle core");
    assertThat(heddle("run").err()).isEmpty();
    assertThat(mavenCalls()).hasSize(2);
    assertThat(mavenCalls().getFirst()).contains("-pl cli ");
    assertThat(mavenCalls().getLast()).contains("-pl core ");
  }

  @Test
  void buildsAgainWhenASourceOfTheModuleChanged() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN);
    heddle("run");
    edit("core/src/main/java/New.java");
    assertThat(heddle("help").err()).isEmpty();
    assertThat(heddle("run").err()).contains("sources have changed", "Heddle core");
    assertThat(heddle("run").err()).isEmpty();
  }

  @Test
  void benchmarksAreBuiltAgainWithTheCoreTheyMeasure() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN);
    heddle("bench");
    assertThat(heddle("bench").err()).isEmpty();
    edit("core/src/main/java/New.java");
    assertThat(heddle("bench").err()).contains("Heddle core", "Heddle bench");
  }

  @Test
  void whatATestRunHasPackagedIsNotBuiltAgain() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN);
    heddle("help");
    passTests("core", "bench");
    assertThat(heddle("bench").err()).isEmpty();
    assertThat(repository.resolve("target/launcher/bench/heddle-bench-1.2.3-SNAPSHOT.jar"))
        .content()
        .isEqualTo("tested");
    assertThat(mavenCalls()).hasSize(1);
    edit("core/src/main/java/New.java");
    assertThat(heddle("bench").err()).contains("Heddle core", "Heddle bench");
  }

  @Test
  void whatHasChangedSinceATestRunBeganIsBuilt() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN);
    heddle("help");
    passTests("bench");
    Files.writeString(repository.resolve("core/src/main/java/New.java"), "class New {}");
    passTests("core"); // bench was packaged before that run
    assertThat(heddle("bench").err()).contains("Heddle bench").doesNotContain("Heddle core");
    Files.writeString(repository.resolve("core/src/main/java/New.java"), "class Newer {}");
    assertThat(heddle("bench").err()).contains("Heddle core", "Heddle bench");
  }

  @Test
  void theSimulatorComesWithItsJUnitPart() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN);
    assertThat(heddle("sim", "examples").out()).endsWith("arg: sim\narg: examples\n");
    assertThat(mavenCalls()).hasSize(1);
    assertThat(mavenCalls().getFirst()).contains("-pl cli,core,junit ");
    assertThat(heddle("sim").err()).isEmpty();
  }

  @Test
  void aTraceComesWithThePartThatLooksIn() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN);
    assertThat(heddle("trace", "Some.java").out()).endsWith("arg: trace\narg: Some.java\n");
    assertThat(mavenCalls()).hasSize(1);
    assertThat(mavenCalls().getFirst()).contains("-pl cli,core,observe ");
    assertThat(heddle("trace").err()).isEmpty();
  }

  @Test
  void aFailedBuildShowsTheComplaintsAndRunsNothing() throws Exception {
    jdk("jdk", "25");
    maven(
        """
        #!/bin/sh
        echo '[INFO] Building Heddle cli 1.2.3-SNAPSHOT   [1/1]'
        echo '[ERROR] Some.java:[1,2] cannot find symbol'
        echo '  symbol: class Missing'
        echo '[INFO] BUILD FAILURE'
        echo '[ERROR] -> [Help 1]'
        echo '[ERROR] something about Maven itself'
        exit 1
        """);
    Result result = heddle("help");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("cannot find symbol\n  symbol: class Missing\n", "target/launcher/build.log")
        .doesNotContain("BUILD FAILURE", "Maven itself");
    maven(FAKE_MAVEN);
    assertThat(heddle("help").exitCode()).isEqualTo(9);
  }

  @Test
  void aLockLeftByADeadLauncherIsNoObstacle() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN);
    Path lock = Files.createDirectories(repository.resolve("target/launcher/lock"));
    // Larger than any process id that Linux or macOS gives out.
    Files.writeString(lock.resolve("pid"), "99999999\n");
    assertThat(heddle("help").exitCode()).isEqualTo(9);
    assertThat(lock).doesNotExist();
  }

  @Test
  void aLinkToTheLauncherWorksFromAnywhere() throws Exception {
    jdk("jdk", "25");
    maven(FAKE_MAVEN.replace("mkdir -p $module", "cd '" + repository + "'; mkdir -p $module"));
    Path link = Files.createSymbolicLink(bin.resolve("heddle"), repository.resolve("heddle"));
    assertThat(run(link, "help").exitCode()).isEqualTo(9);
  }

  @Test
  void findsTheOldestJdkThatWillDo() throws Exception {
    jdk("a-26", "26.0.1");
    Path wanted = jdk("b-25", "25.0.3");
    jdk("c-17", "17.0.1");
    jdk("d-8", "1.8.0_400");
    assertThat(findJdk()).isEqualTo(wanted + "\n");
  }

  @Test
  void javaHomeIsPreferredIfItWillDo() throws Exception {
    jdk("b-25", "25.0.3");
    environment.put("JAVA_HOME", jdk("a-26", "26").toString());
    assertThat(findJdk()).endsWith("a-26\n");
    environment.put("JAVA_HOME", jdk("c-17", "17.0.1").toString());
    assertThat(findJdk()).endsWith("b-25\n");
    environment.put("JAVA_HOME", dir.resolve("nowhere").toString());
    assertThat(findJdk()).endsWith("b-25\n");
  }

  @Test
  void theJavaOnThePathIsPreferredIfItWillDo() throws Exception {
    jdk("b-25", "25.0.3");
    Path java = jdk("a-26", "26").resolve("bin/java");
    Files.createSymbolicLink(bin.resolve("java"), bin.relativize(java));
    assertThat(findJdk()).endsWith("a-26\n");
  }

  @Test
  void aJreIsNoJdk() throws Exception {
    Files.delete(jdk("jre-25", "25").resolve("bin/javac"));
    assertThat(findJdk()).isEmpty();
  }

  @Test
  void jdksInMacBundlesAreFound() throws Exception {
    jdk("temurin-25.jdk/Contents/Home", "25.0.3");
    assertThat(findJdk()).endsWith("temurin-25.jdk/Contents/Home\n");
  }

  @Test
  void aJdkWithoutAReleaseFileIsAskedForItsVersion() throws Exception {
    Path home = jdk("unlabelled", "25");
    Files.delete(home.resolve("release"));
    executable(home.resolve("bin/java"), "#!/bin/sh\necho 'openjdk version \"25.0.3\" 2026' >&2\n");
    assertThat(findJdk()).endsWith("unlabelled\n");
  }

  private String findJdk() throws Exception {
    Result result = run(repository.resolve("build/find-jdk"));
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(result.out().isEmpty() ? 1 : 0);
    return result.out();
  }
}
