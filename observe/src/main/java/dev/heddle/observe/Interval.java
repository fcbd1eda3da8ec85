package dev.heddle.observe;

import dev.heddle.metrics.Distribution;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What happened in a runtime between two snapshots of it.
 *
 * @param from the earlier one
 * @param to the later one
 */
public record Interval(RuntimeSnapshot from, RuntimeSnapshot to) {
  private static final long CLOCKS_DIFFER = 5_000;

  /** Whether both are of one runtime, and not of one that was started again under its name. */
  public boolean isOfOneRuntime() {
    long started = from.atMillis() - from.uptimeMillis();
    long startedLater = to.atMillis() - to.uptimeMillis();
    return from.runtime().equals(to.runtime())
        && to.uptimeMillis() >= from.uptimeMillis()
        && Math.abs(started - startedLater) < CLOCKS_DIFFER;
  }

  /** How long it was; at least a millisecond. */
  public double seconds() {
    return Math.max(1, to.uptimeMillis() - from.uptimeMillis()) / 1000.0;
  }

  /** By how much {@code count} has grown; 0 if it has shrunk. */
  public long grown(ToLongFunction<RuntimeSnapshot> count) {
    return Math.max(0, count.applyAsLong(to) - count.applyAsLong(from));
  }

  /** By how much {@code count} has grown, each second. */
  public double perSecond(ToLongFunction<RuntimeSnapshot> count) {
    return grown(count) / seconds();
  }

  /** How many items were run. */
  public long runs() {
    return grown(snapshot -> snapshot.metrics().runs());
  }

  /** How many items {@code worker} has run. */
  public long runsOf(int worker) {
    return grown(snapshot -> of(snapshot.metrics(), worker, WorkerMetrics::total));
  }

  /** How many items {@code worker} has chosen by {@code rule}. */
  public long chosenBy(int worker, Rule rule) {
    return grown(
        snapshot -> of(snapshot.metrics(), worker, one -> one.chosen().getOrDefault(rule, 0L)));
  }

  private static long of(RuntimeMetrics metrics, int worker, ToLongFunction<WorkerMetrics> count) {
    return metrics.workers().stream().filter(one -> one.worker() == worker).mapToLong(count).sum();
  }

  /** For how long items waited for a worker, of those that came to one in between. */
  public Distribution queueWaits() {
    return between(from.metrics().queueWaits(), to.metrics().queueWaits());
  }

  /** For how long workers were at one item, of those that were left in between. */
  public Distribution runTimes() {
    return between(from.metrics().runTimes(), to.metrics().runTimes());
  }

  /** What {@code later} has more than {@code earlier}. Its longest is right within an eighth. */
  static Distribution between(Distribution earlier, Distribution later) {
    Map<Long, Long> before = new HashMap<>();
    earlier.buckets().forEach(bucket -> before.merge(bucket.upTo(), bucket.count(), Long::sum));
    List<Distribution.Bucket> more = new ArrayList<>();
    long count = 0;
    for (Distribution.Bucket bucket : later.buckets()) {
      long grown = bucket.count() - before.getOrDefault(bucket.upTo(), 0L);
      if (grown > 0) {
        more.add(new Distribution.Bucket(bucket.upTo(), grown));
        count += grown;
      }
    }
    long longest = more.isEmpty() ? 0 : Math.min(more.getLast().upTo(), later.max());
    return new Distribution(count, Math.max(0, later.sum() - earlier.sum()), longest, more);
  }
}
