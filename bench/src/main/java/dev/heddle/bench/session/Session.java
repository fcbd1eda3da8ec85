package dev.heddle.bench.session;

import dev.heddle.bench.Assignment;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Setting;
import java.time.Duration;
import java.util.ArrayList;
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

  /** For one benchmark or several. */
  public Session(Setting setting, Progress progress) {
    this.setting = setting;
    this.progress = progress;
  }

  /**
   * Runs a benchmark.
   *
   * @return a result for each entry that this machine has everything for
   * @throws dev.heddle.bench.BenchmarkFailure if one of them fails
   */
  public List<Result> run(Benchmark benchmark) {
    List<Benchmark> parts = possible(benchmark).parts();
    List<Result> results = new ArrayList<>();
    for (Benchmark part : parts) {
      results.addAll(runHere(part, parts.size()));
    }
    return results;
  }

  /** The benchmark without the entries that lack something on this machine, which is told. */
  private Benchmark possible(Benchmark benchmark) {
    benchmark.entries().stream()
        .flatMap(
            entry -> entry.launcher().missing().stream().map(lack -> entry.variant() + ": " + lack))
        .distinct()
        .forEach(lack -> progress.remark(benchmark.name() + " leaves out " + lack));
    return benchmark.only(entry -> entry.launcher().missing().isEmpty());
  }

  private List<Result> runHere(Benchmark benchmark, int parts) {
    if (benchmark.entries().isEmpty()) {
      return List.of();
    }
    Pace pace = Pace.of(setting.scale(), benchmark);
    Alternation alternation = new Alternation(System::nanoTime, pace.budget().dividedBy(parts));
    List<List<Double>> costs = new ArrayList<>();
    benchmark.entries().forEach(_ -> costs.add(new ArrayList<>()));
    try {
      for (int heat = 1; heat <= pace.heats(); heat++) {
        List<List<Double>> more = heat(benchmark, pace, alternation);
        for (int i = 0; i < more.size(); i++) {
          costs.get(i).addAll(more.get(i));
        }
      }
      return results(benchmark, costs);
    } finally {
      progress.clear();
    }
  }

  private List<List<Double>> heat(Benchmark benchmark, Pace pace, Alternation alternation) {
    List<ChildProcess> children = new ArrayList<>();
    try {
      for (Entry entry : benchmark.entries()) {
        ChildProcess child = start(benchmark, entry, pace);
        children.add(child);
        warmUp(benchmark, entry, child);
      }
      return measure(benchmark, pace, alternation, children);
    } finally {
      children.forEach(ChildProcess::close);
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

  private List<List<Double>> measure(
      Benchmark benchmark, Pace pace, Alternation alternation, List<ChildProcess> children) {
    long start = System.nanoTime();
    List<List<Double>> costs =
        alternation.run(
            children,
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
    return costs;
  }

  private List<Result> results(Benchmark benchmark, List<List<Double>> costs) {
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < costs.size(); i++) {
      Entry entry = benchmark.entries().get(i);
      results.add(
          new Result(
              benchmark.name(),
              entry.contender(),
              entry.variant(),
              setting.workers(),
              benchmark.unitIn(entry.variant()),
              Statistics.of(costs.get(i)),
              null));
    }
    return Ratios.fillIn(results, benchmark.resolution());
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1_000.0);
  }
}
