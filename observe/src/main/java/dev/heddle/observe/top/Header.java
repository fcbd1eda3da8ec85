package dev.heddle.observe.top;

import dev.heddle.metrics.Distribution;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.observe.Interval;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The lines at the top, the same in all views. */
record Header(Frame frame) {

  List<Line> lines(String more) {
    return List.of(title(more), workers(), rates(), inhabitants(), times(), rules());
  }

  private Line title(String more) {
    RuntimeSnapshot now = frame.now();
    return Line.of(Style.TITLE, now.runtime())
        .and(
            "  %s  pid %d  up %s%s"
                .formatted(
                    now.metrics().engine(),
                    frame.pid(),
                    Figures.millis(now.uptimeMillis()),
                    now.closing() ? "  closing" : ""))
        .and(Style.TITLE, more);
  }

  private Line workers() {
    RuntimeMetrics metrics = frame.now().metrics();
    Map<WorkerMetrics.State, Long> states =
        metrics.workers().stream()
            .collect(Collectors.groupingBy(WorkerMetrics::state, Collectors.counting()));
    long stopped = states.getOrDefault(WorkerMetrics.State.STOPPED, 0L);
    return Line.of(
        "workers %d: %d busy, %d searching, %d parked  queued %s  timers %s  mail %s"
            .formatted(
                metrics.workers().size() - stopped,
                states.getOrDefault(WorkerMetrics.State.BUSY, 0L),
                states.getOrDefault(WorkerMetrics.State.SEARCHING, 0L),
                states.getOrDefault(WorkerMetrics.State.PARKED, 0L),
                Figures.count(metrics.queued()),
                Figures.count(metrics.timers()),
                Figures.count(frame.now().processes().queued())));
  }

  private Line rates() {
    return Line.of(
        "each second: runs %s  messages %s  steals %s  parks %s  hand-overs %s"
            .formatted(
                rate(now -> now.metrics().runs()),
                rate(now -> now.processes().sent()),
                rate(ofWorkers(WorkerMetrics::stealsMade)),
                rate(ofWorkers(WorkerMetrics::parks)),
                rate(now -> now.processes().handOvers())));
  }

  private String rate(ToLongFunction<RuntimeSnapshot> count) {
    return Figures.rate(frame.perSecond(count));
  }

  private static ToLongFunction<RuntimeSnapshot> ofWorkers(ToLongFunction<WorkerMetrics> count) {
    return now -> now.metrics().workers().stream().mapToLong(count).sum();
  }

  private Line inhabitants() {
    RuntimeSnapshot now = frame.now();
    return Line.of(
        "fibers %s%s  processes %s%s"
            .formatted(
                Figures.count(now.fibers().alive()),
                states(now.fibers().states()),
                Figures.count(now.processes().alive()),
                states(now.processes().states())));
  }

  private static <K> String states(Map<K, Long> states) {
    String text =
        states.entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .sorted(Map.Entry.<K, Long>comparingByValue().reversed())
            .limit(2)
            .map(entry -> Figures.count(entry.getValue()) + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "" : " (" + text + ")";
  }

  private Line times() {
    RuntimeSnapshot before = frame.before();
    RuntimeMetrics all = frame.now().metrics();
    Interval since = before == null ? null : new Interval(before, frame.now());
    return Line.of("one item takes ")
        .and(times(since == null ? all.runTimes() : since.runTimes()))
        .and("  waits for a worker ")
        .and(times(since == null ? all.queueWaits() : since.queueWaits()));
  }

  private static String times(Distribution times) {
    return times.count() == 0
        ? "-"
        : "%s (99%% < %s)"
            .formatted(Figures.nanos(times.quantile(0.5)), Figures.nanos(times.quantile(0.99)));
  }

  private Line rules() {
    String mix =
        Panels.mix(
            rule -> frame.grown(now -> now.metrics().chosen(rule)),
            frame.grown(now -> now.metrics().runs()));
    return Line.of("rules " + (mix.isEmpty() ? "-" : mix));
  }
}
