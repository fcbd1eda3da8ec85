package dev.heddle.bench.session;

import dev.heddle.bench.Assignment;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A benchmark's run: starts a process for each entry, one after the other, and waits until it is
 * warm; then lets all of them measure in turn. Only one of them is active at a time. A full run
 * does so several times.
 */
public final class Session {
  private final Setting setting;
  private final Progress progress;
  private final boolean book;

  /** For one benchmark or several, of which the first failure stops everything. */
  public Session(Setting setting, Progress progress) {
    this(setting, progress, false);
  }

  private Session(Setting setting, Progress progress, boolean book) {
    this.setting = setting;
    this.progress = progress;
    this.book = book;
  }

  /** For the book: at its pace, and a contender that fails becomes a row while the others go on. */
  public static Session ofBook(Setting setting, Progress progress) {
    return new Session(setting, progress, true);
  }

  /**
   * Runs a benchmark.
   *
   * @return a row for each entry, also where this machine lacks something for it
   * @throws dev.heddle.bench.BenchmarkFailure if one of them fails, unless it is for the book
   */
  public List<Row> run(Benchmark benchmark) {
    List<Benchmark> parts = benchmark.only(entry -> entry.launcher().missing().isEmpty()).parts();
    List<Row> rows = new ArrayList<>(missing(benchmark));
    for (Benchmark part : parts) {
      rows.addAll(runHere(part, parts.size()));
    }
    List<String> order =
        benchmark.entries().stream()
            .map(entry -> entry.contender() + " " + entry.variant())
            .toList();
    rows.sort(Comparator.comparingInt(row -> order.indexOf(row.contender() + " " + row.variant())));
    return rows;
  }

  private List<Row> missing(Benchmark benchmark) {
    List<Row> rows = new ArrayList<>();
    for (Entry entry : benchmark.entries()) {
      entry
          .launcher()
          .missing()
          .ifPresent(lack -> rows.add(absence(benchmark, entry, Absence.Kind.MISSING, lack)));
    }
    return rows;
  }

  private Absence absence(Benchmark benchmark, Entry entry, Absence.Kind kind, String reason) {
    return new Absence(
        benchmark.name(),
        entry.contender(),
        entry.variant(),
        setting.workers(),
        benchmark.unitIn(entry.variant()),
        kind,
        reason);
  }

  private List<Row> runHere(Benchmark benchmark, int parts) {
    if (benchmark.entries().isEmpty()) {
      return List.of();
    }
    Pace pace =
        book ? Pace.ofBook(setting.scale(), benchmark) : Pace.of(setting.scale(), benchmark);
    Duration budget = book ? pace.budget() : pace.budget().dividedBy(parts);
    List<Lane> lanes = benchmark.entries().stream().map(entry -> new Lane(entry, book)).toList();
    try {
      for (int heat = 1; heat <= pace.heats(); heat++) {
        heat(benchmark, pace, new Alternation(System::nanoTime, budget), lanes);
      }
      return rows(benchmark, lanes);
    } finally {
      progress.clear();
    }
  }

  private void heat(Benchmark benchmark, Pace pace, Alternation alternation, List<Lane> lanes) {
    try {
      for (Lane lane : lanes) {
        lane.start(() -> startWarm(benchmark, lane.entry(), pace));
      }
      measure(benchmark, pace, alternation, lanes);
    } finally {
      lanes.forEach(Lane::stop);
    }
  }

  private ChildProcess startWarm(Benchmark benchmark, Entry entry, Pace pace) {
    ChildProcess child = start(benchmark, entry, pace);
    try {
      warmUp(benchmark, entry, child);
      return child;
    } catch (BenchmarkFailure e) {
      child.close();
      throw e;
    }
  }

  private ChildProcess start(Benchmark benchmark, Entry entry, Pace pace) {
    Assignment assignment =
        new Assignment(
            benchmark.name(), entry.contender(), entry.variant(), setting, pace.warmUp());
    int heap = Heap.megabytes(benchmark.heapMegabytes(), benchmark.entries().size());
    List<String> command = entry.launcher().command(assignment, heap);
    return ChildProcess.start(benchmark.name() + ": " + entry.label(), command, pace.patience());
  }

  private void warmUp(Benchmark benchmark, Entry entry, ChildProcess child) {
    String who = benchmark.name() + ": " + entry.label();
    progress.now(who + " starts");
    AtomicInteger rounds = new AtomicInteger();
    ChildProcess.WarmUp warmUp =
        child.awaitReady(_ -> progress.now(who + " warms up, round " + rounds.incrementAndGet()));
    progress.done(
        "%s warmed up in %s (%d rounds%s)"
            .formatted(
                who,
                seconds(warmUp.time()),
                warmUp.rounds(),
                warmUp.settled() ? "" : ", not settled"));
  }

  private void measure(Benchmark benchmark, Pace pace, Alternation alternation, List<Lane> lanes) {
    long start = System.nanoTime();
    List<List<Double>> costs =
        alternation.run(
            lanes,
            pace.leastRounds(),
            pace.rounds(),
            round ->
                progress.now(
                    "%s: round %d of %d".formatted(benchmark.name(), round, pace.rounds())));
    progress.done(
        "%s: measured %d rounds in %s"
            .formatted(
                benchmark.name(),
                costs.getFirst().size(),
                seconds(Duration.ofNanos(System.nanoTime() - start))));
  }

  private List<Row> rows(Benchmark benchmark, List<Lane> lanes) {
    List<Row> rows = new ArrayList<>();
    List<Result> results = new ArrayList<>();
    for (Lane lane : lanes) {
      Entry entry = lane.entry();
      BenchmarkFailure failure = lane.failure();
      if (failure != null) {
        String reason = String.valueOf(failure.getMessage());
        rows.add(absence(benchmark, entry, Absence.Kind.FAILED, reason));
      } else {
        results.add(
            new Result(
                benchmark.name(),
                entry.contender(),
                entry.variant(),
                setting.workers(),
                benchmark.unitIn(entry.variant()),
                Statistics.of(lane.costs()),
                null));
      }
    }
    rows.addAll(Ratios.fillIn(results, benchmark.resolution()));
    return rows;
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1_000.0);
  }
}
