package dev.heddle.bench.micro;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.session.Progress;
import dev.heddle.bench.session.Ratios;
import dev.heddle.bench.session.Result;
import dev.heddle.bench.session.Statistics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the JMH benchmarks of single parts. A class is a variant, a method a contender. JMH runs
 * them one after the other, not in turn, in JVMs of its own; a round is one of JMH's iterations.
 */
public final class MicroBenchmarks {
  /** For the command line. */
  public static final String NAME = "micro";

  /** What it answers. */
  public static final String QUESTION = "What does each single part cost, in time and in bytes?";

  static final List<String> PARTS =
      List.of(
          "dev.heddle.scheduler.DequePushPop",
          "dev.heddle.scheduler.DequePushPopDeep",
          "dev.heddle.scheduler.DequePushSteal",
          Spawn.class.getName(),
          Yield.class.getName(),
          Switch.class.getName(),
          WakeUp.class.getName());

  private static final Comparator<Result> BY_VARIANT_HEDDLE_FIRST =
      Comparator.comparing(Result::variant)
          .thenComparing(result -> !result.contender().equals(Entry.HEDDLE));

  private static final String BYTES = "gc.alloc.rate.norm";
  private static final int WORKERS = 1;

  private MicroBenchmarks() {}

  /**
   * Runs all of them, each with one worker.
   *
   * @throws BenchmarkFailure if one of them fails
   */
  public static List<Result> run(Setting setting, Progress progress) {
    List<Result> results = new ArrayList<>();
    for (String part : PARTS) {
      progress.now(NAME + ": " + variant(part));
      List<Result> rows = new ArrayList<>();
      runPart(part, setting.scale()).forEach(measured -> rows.addAll(rows(measured)));
      rows.sort(BY_VARIANT_HEDDLE_FIRST);
      results.addAll(rows);
      progress.done(NAME + ": " + variant(part) + " measured");
    }
    progress.clear();
    return Ratios.fillIn(results, 0);
  }

  private static Collection<RunResult> runPart(String part, Scale scale) {
    try {
      return new Runner(options(part, scale)).run();
    } catch (RunnerException e) {
      throw new BenchmarkFailure(NAME + ": " + variant(part) + " failed: " + e.getMessage());
    }
  }

  private static Options options(String part, Scale scale) {
    boolean full = scale == Scale.FULL;
    TimeValue iteration = TimeValue.milliseconds(full ? 1000 : 300);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + part.replace(".", "\\.") + "\\.")
            .forks(full ? 3 : 1)
            .warmupIterations(full ? 5 : 3)
            .warmupTime(iteration)
            .measurementIterations(5)
            .measurementTime(iteration)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .jvmArgsAppend(
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-Djdk.virtualThreadScheduler.parallelism=" + WORKERS,
                "-Xms1g",
                "-Xmx1g");
    if (part.equals(Spawn.class.getName())) {
      options.addProfiler(GCProfiler.class);
    }
    return options.build();
  }

  private static List<Result> rows(RunResult measured) {
    String method = measured.getParams().getBenchmark();
    int dot = method.lastIndexOf('.');
    String contender = kebab(method.substring(dot + 1));
    String variant = variant(method.substring(0, dot));
    List<Result> rows = new ArrayList<>();
    rows.add(row(contender, variant, "ns", measured.getPrimaryResult().getStatistics()));
    var bytes = measured.getSecondaryResults().get(BYTES);
    if (bytes != null) {
      rows.add(row(contender, variant + "-bytes", "bytes", bytes.getStatistics()));
    }
    return rows;
  }

  private static Result row(
      String contender, String variant, String unit, org.openjdk.jmh.util.Statistics measured) {
    Statistics cost =
        new Statistics(
            measured.getPercentile(50),
            measured.getPercentile(10),
            measured.getPercentile(90),
            measured.getMin(),
            measured.getMax(),
            (int) measured.getN());
    return new Result(NAME, contender, variant, WORKERS, unit, cost, null);
  }

  private static String variant(String className) {
    return kebab(className.substring(className.lastIndexOf('.') + 1));
  }

  /** {@code pushPop} as {@code push-pop}. */
  static String kebab(String camel) {
    return camel.replaceAll("(?<!^)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
