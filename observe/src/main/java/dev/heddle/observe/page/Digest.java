package dev.heddle.observe.page;

import dev.heddle.metrics.Distribution;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberLine;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.ProcessCensus;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.observe.warning.Warning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What the page is told each second: a {@link RuntimeSnapshot} without what is not shown, of a few
 * kilobytes however much there is in the runtime. Counts are totals since the start; the page makes
 * rates of them.
 *
 * @param runtime the name that the runtime goes by on the page; empty if there is none
 * @param runtimes the names of all there are
 * @param instance tells one run of a program from the next
 * @param control whether the page may do more than look
 * @param workers those that are there, {@value #MOST_WORKERS} at most
 * @param totals of all workers together, those that have left too
 * @param warnings the worst of them
 * @param moreWarnings how many there are besides
 */
record Digest(
    String runtime,
    List<String> runtimes,
    String instance,
    boolean control,
    long atMillis,
    long uptimeMillis,
    boolean closing,
    Engine engine,
    List<Worker> workers,
    Totals totals,
    Times runTimes,
    Times queueWaits,
    Fibers fibers,
    ProcessCensus processes,
    List<List<String>> deadlocks,
    List<Warning> warnings,
    int moreWarnings) {
  private static final int MOST_WORKERS = 64;
  private static final int MOST_LINES = 10;
  private static final int MOST_CHARACTERS = 80;

  /** A worker; {@code chosen} by the order of {@link Rule}. */
  record Worker(
      int worker,
      boolean spare,
      WorkerMetrics.State state,
      List<Long> chosen,
      long parks,
      long stealsMade,
      int queued,
      int ready,
      String seenAt) {
    static Worker of(WorkerMetrics worker) {
      return new Worker(
          worker.worker(),
          worker.spare(),
          worker.state(),
          Arrays.stream(Rule.values()).map(rule -> worker.chosen().getOrDefault(rule, 0L)).toList(),
          worker.parks(),
          worker.stealsMade(),
          worker.queued(),
          worker.ready(),
          cut(worker.seenAt()));
    }
  }

  /** Sums over all workers, and what they share. */
  record Totals(
      long runs,
      List<Long> chosen,
      long spins,
      long parks,
      long wakeUps,
      long stealsTried,
      long stealsMade,
      long itemsStolen,
      long batches,
      long batchItems,
      long handOvers,
      long queued,
      long ready,
      long sharedQueue,
      int runners,
      int busyRunners,
      long timers,
      int sparesStarted) {
    static Totals of(RuntimeMetrics metrics) {
      ToLongFunction<ToLongFunction<WorkerMetrics>> sum =
          what -> metrics.workers().stream().mapToLong(what).sum();
      return new Totals(
          metrics.runs(),
          Arrays.stream(Rule.values()).map(metrics::chosen).toList(),
          sum.applyAsLong(WorkerMetrics::spins),
          sum.applyAsLong(WorkerMetrics::parks),
          sum.applyAsLong(WorkerMetrics::wakeUps),
          sum.applyAsLong(WorkerMetrics::stealsTried),
          sum.applyAsLong(WorkerMetrics::stealsMade),
          sum.applyAsLong(WorkerMetrics::itemsStolen),
          sum.applyAsLong(WorkerMetrics::batches),
          sum.applyAsLong(WorkerMetrics::batchItems),
          sum.applyAsLong(WorkerMetrics::handOvers),
          sum.applyAsLong(WorkerMetrics::queued),
          sum.applyAsLong(WorkerMetrics::ready),
          metrics.sharedQueue(),
          metrics.runners(),
          metrics.busyRunners(),
          metrics.timers(),
          metrics.sparesStarted());
    }
  }

  /** A distribution in fewer buckets: two each eighth of a power of two become one. */
  record Times(long count, long p50, long p99, long max, List<List<Long>> buckets) {
    static Times of(Distribution all) {
      return new Times(
          all.count(), all.quantile(0.5), all.quantile(0.99), all.max(), merged(all.buckets()));
    }

    private static List<List<Long>> merged(List<Distribution.Bucket> buckets) {
      List<List<Long>> result = new ArrayList<>();
      long slot = -1;
      for (Distribution.Bucket bucket : buckets) {
        long its = slot(bucket.upTo());
        if (its == slot) {
          List<Long> last = result.removeLast();
          result.add(List.of(last.getFirst(), last.getLast() + bucket.count()));
        } else {
          // By its slot's end, whichever bucket of the slot came first.
          result.add(List.of(end(its), bucket.count()));
          slot = its;
        }
      }
      return result;
    }

    /** Quarters of powers of two, one after the other. */
    private static long slot(long nanos) {
      int power = 63 - Long.numberOfLeadingZeros(Math.max(nanos, 4));
      return power * 4L + ((Math.max(nanos, 4) >>> (power - 2)) & 3);
    }

    private static long end(long slot) {
      return ((4 + (slot & 3) + 1) << (slot / 4 - 2)) - 1;
    }
  }

  /** Fibers, with only the longest of the waits. */
  record Fibers(
      long started,
      long alive,
      long looked,
      Map<FiberState, Long> states,
      List<FiberLine> longestWaits) {}

  static Digest of(
      String name,
      List<String> names,
      String instance,
      boolean control,
      RuntimeSnapshot now,
      List<Warning> warnings) {
    RuntimeMetrics metrics = now.metrics();
    return new Digest(
        name,
        names,
        instance,
        control,
        now.atMillis(),
        now.uptimeMillis(),
        now.closing(),
        metrics.engine(),
        metrics.workers().stream()
            .filter(worker -> worker.state() != WorkerMetrics.State.STOPPED)
            .limit(MOST_WORKERS)
            .map(Worker::of)
            .toList(),
        Totals.of(metrics),
        Times.of(metrics.runTimes()),
        Times.of(metrics.queueWaits()),
        fibers(now),
        processes(now.processes()),
        now.deadlocks().stream()
            .limit(MOST_LINES)
            .map(ring -> ring.stream().limit(MOST_LINES).map(Digest::cut).toList())
            .toList(),
        warnings.stream().limit(MOST_LINES).map(Digest::cut).toList(),
        Math.max(0, warnings.size() - MOST_LINES));
  }

  private static Fibers fibers(RuntimeSnapshot now) {
    return new Fibers(
        now.fibers().started(),
        now.fibers().alive(),
        now.fibers().looked(),
        now.fibers().states(),
        now.fibers().longestWaits().stream().limit(MOST_LINES).map(Digest::cut).toList());
  }

  private static ProcessCensus processes(ProcessCensus all) {
    return new ProcessCensus(
        all.spawned(),
        all.completed(),
        all.failed(),
        all.killed(),
        all.alive(),
        all.sent(),
        all.handled(),
        all.queued(),
        all.relayed(),
        all.handOvers(),
        all.restarts(),
        all.longestMailboxEver(),
        all.deadLetters(),
        all.looked(),
        all.states(),
        cut(all.longestMailboxes()),
        cut(all.busiest()));
  }

  private static List<ProcessLine> cut(List<ProcessLine> lines) {
    return lines.stream().limit(MOST_LINES / 2).map(Digest::cut).toList();
  }

  /** With names of a length that can be shown. */
  static ProcessLine cut(ProcessLine line) {
    return new ProcessLine(
        line.pid(),
        cut(line.name()),
        line.state(),
        line.mailbox(),
        line.steps(),
        line.commands(),
        cut(line.command()),
        line.parent(),
        line.supervised(),
        line.restarts(),
        line.ageMillis(),
        line.busyNanos());
  }

  /** With names of a length that can be shown. */
  static FiberLine cut(FiberLine line) {
    return new FiberLine(
        line.id(),
        cut(line.name()),
        line.state(),
        line.ageMillis(),
        line.waitedMillis(),
        cut(line.waitsFor()),
        cut(line.heldBy()));
  }

  private static Warning cut(Warning warning) {
    return new Warning(
        warning.kind(),
        warning.severity(),
        cut(warning.subject()),
        cut(warning.what(), 400),
        cut(warning.cause(), 400),
        cut(warning.fix(), 400));
  }

  static String cut(String text) {
    return cut(text, MOST_CHARACTERS);
  }

  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
    return text.substring(0, end) + "…";
  }
}
