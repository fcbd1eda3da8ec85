package dev.heddle.verify;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Runs jcstress tests in a JVM of their own and tells what was seen.
 *
 * <p>jcstress forks a further JVM per test and configuration (compiler, scheduling); all get the
 * flag that Heddle's fibers need. The short form takes about five seconds a test, after about eight
 * to look at the machine. With {@code -Dheddle.long=true} it is jcstress's default mode, which
 * compiles the actors each in its own way and takes minutes a test.
 *
 * <p>jcstress does not run a test with more actors than the machine has processors; here such a
 * test has no samples, and so has not passed.
 */
final class JcstressRun {

  private static final boolean LONG = Boolean.getBoolean("heddle.long");
  private static final List<String> MODE =
      LONG ? List.of("-m", "default") : List.of("-m", "quick", "-sc", "false");
  private static final Duration BUDGET_TO_START = Duration.ofMinutes(1);
  private static final Duration BUDGET_PER_TEST =
      LONG ? Duration.ofMinutes(30) : Duration.ofSeconds(30);

  /** The first lets Heddle schedule virtual threads; the second lets jcstress pin its threads. */
  private static final String JVM_FLAGS =
      "--add-opens java.base/java.lang=ALL-UNNAMED --enable-native-access=ALL-UNNAMED";

  private JcstressRun() {}

  /**
   * What came of one test.
   *
   * @param forbiddenSeen results seen that the test forbids or does not know
   * @param errors configurations that ended otherwise than by results: crashed, hung, threw
   * @param samples how many results were seen in all
   * @param log what jcstress printed
   */
  record Result(List<String> forbiddenSeen, List<String> errors, long samples, Path log) {
    /** Something was seen, and all of it was allowed. */
    boolean passed() {
      return samples > 0 && forbiddenSeen.isEmpty() && errors.isEmpty();
    }
  }

  /** Runs one test. */
  static Result run(Class<?> test) throws IOException, InterruptedException {
    Result result = run(List.of(test)).get(test);
    if (result == null) {
      throw new AssertionError("no result for " + test);
    }
    return result;
  }

  /** Runs tests in one go, which looks at the machine only once. There is a result for each. */
  static Map<Class<?>, Result> run(Collection<Class<?>> tests)
      throws IOException, InterruptedException {
    Files.createDirectories(Path.of("target/jcstress"));
    Path dir = Files.createTempDirectory(Path.of("target/jcstress"), "run");
    Path log = dir.resolve("jcstress.log").toAbsolutePath();
    List<String> problems = new ArrayList<>();
    if (!finishes(command(tests), dir, log, budget(tests.size()))) {
      problems.add("jcstress did not end within its time, " + budget(tests.size()));
    }
    Map<String, List<TestResult>> byName =
        results(dir).stream().collect(Collectors.groupingBy(TestResult::getName));
    Map<Class<?>, Result> results = new LinkedHashMap<>();
    for (Class<?> test : tests) {
      List<TestResult> seen = byName.getOrDefault(test.getCanonicalName(), List.of());
      results.put(test, summarize(seen, problems, log));
    }
    return results;
  }

  private static Duration budget(int tests) {
    return BUDGET_TO_START.plus(BUDGET_PER_TEST.multipliedBy(tests));
  }

  private static List<String> command(Collection<Class<?>> tests) {
    String selection =
        tests.stream()
            .map(test -> Pattern.quote(test.getCanonicalName()))
            .collect(Collectors.joining("|", "^(", ")$"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(List.of(JVM_FLAGS.split(" ")));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("org.openjdk.jcstress.Main");
    command.addAll(List.of("-t", selection, "-r", "report", "-jvmArgsPrepend", JVM_FLAGS));
    command.addAll(MODE);
    return command;
  }

  /** Its exit code is no news: jcstress exits with 1 whenever a test fails. */
  private static boolean finishes(List<String> command, Path dir, Path log, Duration budget)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    try {
      return process.waitFor(budget);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** The results that jcstress leaves in its working directory as it goes. */
  private static Collection<TestResult> results(Path dir) throws IOException {
    InProcessCollector collector = new InProcessCollector();
    try (DirectoryStream<Path> blobs = Files.newDirectoryStream(dir, "jcstress-results-*.bin.gz")) {
      for (Path blob : blobs) {
        DiskReadCollector reader = new DiskReadCollector(blob.toString(), collector);
        try {
          reader.dump();
        } catch (ClassNotFoundException e) {
          throw new IOException("cannot read " + blob, e);
        } finally {
          reader.close();
        }
      }
    }
    return collector.getTestResults();
  }

  private static Result summarize(List<TestResult> seen, List<String> problems, Path log) {
    TreeSet<String> forbidden = new TreeSet<>();
    List<String> errors = new ArrayList<>(problems);
    long samples = 0;
    for (TestResult result : seen) {
      samples += result.getTotalCount();
      if (result.status() != Status.NORMAL) {
        errors.add(result.status() + " " + result.getConfig().jvmArgs + result.getMessages());
      }
      result.grading().gradingResults.values().stream()
          .filter(grade -> grade.count > 0)
          .filter(grade -> grade.expect == Expect.FORBIDDEN || grade.expect == Expect.UNKNOWN)
          .forEach(grade -> forbidden.add(grade.id));
    }
    return new Result(List.copyOf(forbidden), errors, samples, log);
  }
}
