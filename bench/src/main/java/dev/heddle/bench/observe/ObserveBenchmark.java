package dev.heddle.bench.observe;

import static dev.heddle.bench.Entry.HEDDLE;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Catalogue;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@code observe}: the programs of other benchmarks, looked at and not. Heddle is the one that is
 * looked at; its rival is the same program in a JVM in which nobody looks.
 */
public final class ObserveBenchmark {
  /** The same, with nothing counted. */
  private static final String NOT_COUNTED = "not-counted";

  /** The same, without a recording. */
  private static final String NOT_RECORDED = "not-recorded";

  /** The same, with as many processes, and no page. */
  private static final String NO_PAGE = "no-page";

  private static final int TINY_CROWD = 1_000;
  private static final int CROWD = 1_000_000;

  private ObserveBenchmark() {}

  /** A program of another benchmark. */
  private record Looked(String benchmark, String variant) {
    Program start(Setting setting, Consumer<Heddle> withHeddle) {
      TimedProgram.onStart(withHeddle);
      JvmLauncher launcher =
          (JvmLauncher) Catalogue.named(benchmark).entry(HEDDLE, variant).launcher();
      return launcher.program().create(setting);
    }

    Program start(Setting setting) {
      return start(setting, _ -> {});
    }
  }

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("observe")
            .asks("What does it cost a program that it is counted, recorded, or shown on a page?")
            .unit("ns per spawn or round trip");
    for (Looked looked :
        List.of(
            new Looked("fib", "task"),
            new Looked("pingpong", "port"),
            new Looked("pingpong", "pid"))) {
      String name = looked.benchmark + " " + looked.variant;
      description
          .entry("counters, " + name, HEDDLE, looked::start)
          .entry("counters, " + name, NOT_COUNTED, s -> uncounted(looked, s))
          .entry("recording, " + name, HEDDLE, s -> new Recorded(() -> looked.start(s)))
          .entry("recording, " + name, NOT_RECORDED, looked::start)
          .entry("page, " + name, HEDDLE, s -> paged(looked, s))
          .entry("page, " + name, NO_PAGE, s -> crowded(looked, s));
    }
    return description.build();
  }

  private static int crowd(Setting setting) {
    return setting.scale().size(TINY_CROWD, CROWD);
  }

  /** The property is read when the first runtime starts. */
  private static Program uncounted(Looked looked, Setting setting) {
    System.setProperty("heddle.counters", "false");
    return looked.start(setting);
  }

  private static Program crowded(Looked looked, Setting setting) {
    return new Lasting(looked.start(setting, heddle -> Crowd.spawn(heddle, crowd(setting))));
  }

  private static Program paged(Looked looked, Setting setting) {
    return Paged.open(
        withHeddle ->
            looked.start(
                setting,
                heddle -> {
                  Crowd.spawn(heddle, crowd(setting));
                  withHeddle.accept(heddle);
                }));
  }
}
