package dev.heddle.observe.page;

import dev.heddle.Heddle;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.observe.HeddleMeters;
import dev.heddle.observe.PrometheusText;
import dev.heddle.observe.warning.Warning;
import dev.heddle.observe.warning.Warnings;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A runtime that is shown. However many pages look, there is one snapshot in an interval, and none
 * while nobody looks.
 */
final class Observed implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Heddle heddle;
  private final String instance;
  private final Warnings warnings = new Warnings();
  private @Nullable Look last;
  private @Nullable PrometheusText metrics;
  private volatile boolean ended;

  /**
   * What was seen at one moment.
   *
   * @param nanos when, by the clock that only goes forwards
   */
  record Look(RuntimeSnapshot snapshot, List<Warning> warnings, long nanos) {}

  Observed(Heddle heddle) {
    this.heddle = heddle;
    byte[] random = new byte[8];
    RANDOM.nextBytes(random);
    this.instance = HexFormat.of().formatHex(random);
  }

  Heddle heddle() {
    return heddle;
  }

  /** Another one for each runtime, so that a page sees that a program was started anew. */
  String instance() {
    return instance;
  }

  /** What was seen last, or a new look if that is older than {@code age}. */
  synchronized Look look(Duration age) {
    Look known = last;
    long now = System.nanoTime();
    if (known != null && now - known.nanos() < age.toNanos()) {
      return known;
    }
    RuntimeSnapshot snapshot = heddle.snapshot();
    Look fresh = new Look(snapshot, warnings.look(snapshot), now);
    last = fresh;
    ended = hasEnded(snapshot);
    return fresh;
  }

  /** Its numbers for Prometheus. The meters are made when they are asked for first. */
  synchronized String metrics() {
    PrometheusText text = metrics;
    if (text == null) {
      text = HeddleMeters.prometheus(heddle);
      metrics = text;
    }
    return text.text();
  }

  @Override
  public synchronized void close() {
    if (metrics != null) {
      metrics.close();
      metrics = null;
    }
  }

  private static boolean hasEnded(RuntimeSnapshot snapshot) {
    return snapshot.closing()
        && snapshot.metrics().workers().stream()
            .allMatch(worker -> worker.state() == WorkerMetrics.State.STOPPED);
  }

  /** Whether it was seen that nothing of it is left. */
  boolean hasEnded() {
    return ended;
  }
}
