package dev.heddle.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
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
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs jcstress tests in a JVM of their own and tells what was seen.
 *
 * <p>jcstress forks a further JVM per test and configuration (compiler, scheduling); all get the
 * flags that Heddle's fibers need. It takes about seven seconds to look at the machine.
 *
 * <p><b>More actors than processors.</b> jcstress refuses tests with more actors than processors.
 * So that nothing is skipped on a small machine, it is told there that there are as many processors
 * as actors: {@code ActiveProcessorCount}, and a made-up {@code os.name}, without which it reads
 * the processors from Linux itself. The actors then take turns, as threads do; they meet less
 * often.
 */
final class JcstressRun {
  /** The first lets Heddle schedule virtual threads; the second lets jcstress pin its threads. */
  private static final List<String> JVM_FLAGS =
      List.of(
          "--add-opens", "java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED");

  private JcstressRun() {}

  /**
   * What came of one test.
   *
   * @param forbiddenSeen results seen that the test forbids or does not know
   * @param errors configurations that ended otherwise than by results: crashed or threw
   * @param samples how many results were seen in all
   * @param log what jcstress printed
   */
  record Result(List<String> forbiddenSeen, List<String> errors, long samples, Path log) {
    /** Something was seen, and all of it was allowed. */
    boolean passed() {
      return samples > 0 && forbiddenSeen.isEmpty() && errors.isEmpty();
    }
  }

  /**
   * What came of a run.
   *
   * @param byTest one for each test
   * @param hung if it did not end: how long it had and what the threads of its forks did; else
   *     empty
   */
  record Results(Map<Class<?>, Result> byTest, String hung) {}

  /** Runs tests in one go, which looks at the machine only once. */
  static Results run(JcstressForm form, Collection<Class<?>> tests)
      throws IOException, InterruptedException {
    Files.createDirectories(Path.of("target/jcstress"));
    Path dir = Files.createTempDirectory(Path.of("target/jcstress"), "run");
    Path log = dir.resolve("jcstress.log").toAbsolutePath();
    String hung = execute(command(form, tests), dir, log, form.budget(tests.size()));
    Map<String, List<TestResult>> byName =
        results(dir).stream().collect(Collectors.groupingBy(TestResult::getName));
    Map<Class<?>, Result> results = new LinkedHashMap<>();
    for (Class<?> test : tests) {
      List<TestResult> seen = byName.getOrDefault(test.getCanonicalName(), List.of());
      results.put(test, summarize(seen, log));
    }
    return new Results(results, hung);
  }

  private static List<String> command(JcstressForm form, Collection<Class<?>> tests) {
    String selection =
        tests.stream()
            .map(test -> Pattern.quote(test.getCanonicalName()))
            .collect(Collectors.joining("|", "^(", ")$"));
    int actors =
        tests.stream()
            .mapToInt(test -> TestList.getInfo(test.getCanonicalName()).threads())
            .max()
            .orElseThrow();
    boolean crowded = actors > Runtime.getRuntime().availableProcessors();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(JVM_FLAGS); // jcstress hands them on to its forks
    if (crowded) {
      command.addAll(List.of("-Dos.name=crowded", "-XX:ActiveProcessorCount=" + actors));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("org.openjdk.jcstress.Main");
    command.addAll(List.of("-t", selection, "-r", "report"));
    if (crowded) {
      command.addAll(List.of("-af", "NONE"));
    }
    command.addAll(List.of("-spinStyle", "THREAD_YIELD")); // the machine may be shared
    command.addAll(form.options());
    return command;
  }

  /**
   * Its exit code is no news: jcstress exits with 1 whenever a test fails.
   *
   * @return what {@link Results#hung} says
   */
  private static String execute(List<String> command, Path dir, Path log, Duration budget)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    try {
      return process.waitFor(budget)
          ? ""
          : "jcstress did not end within " + budget + stacks(process.descendants().toList());
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static String stacks(List<ProcessHandle> forks) throws IOException, InterruptedException {
    StringBuilder text = new StringBuilder();
    String jcmd = Path.of(System.getProperty("java.home"), "bin/jcmd").toString();
    for (ProcessHandle fork : forks) {
      Process dump =
          new ProcessBuilder(jcmd, Long.toString(fork.pid()), "Thread.print")
              .redirectErrorStream(true)
              .start();
      text.append('\n').append(new String(dump.getInputStream().readAllBytes(), UTF_8));
      dump.waitFor();
    }
    return text.toString();
  }

  /** The results that jcstress leaves in its working directory; none if it was killed. */
  private static Collection<TestResult> results(Path dir) throws IOException {
    InProcessCollector collector = new InProcessCollector();
    try (DirectoryStream<Path> blobs = Files.newDirectoryStream(dir, "jcstress-results-*.bin.gz")) {
      for (Path blob : blobs) {
        read(blob, collector);
      }
    }
    return collector.getTestResults();
  }

  private static void read(Path blob, InProcessCollector into) throws IOException {
    try {
      DiskReadCollector reader = new DiskReadCollector(blob.toString(), into);
      reader.dump();
      reader.close();
    } catch (EOFException e) {
      System.out.println(blob + " ends too early: jcstress was killed");
    } catch (ClassNotFoundException e) {
      throw new IOException("cannot read " + blob, e);
    }
  }

  private static Result summarize(List<TestResult> seen, Path log) {
    TreeSet<String> forbidden = new TreeSet<>();
    List<String> errors = new ArrayList<>();
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
