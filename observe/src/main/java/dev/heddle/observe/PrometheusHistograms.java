package dev.heddle.observe;

import dev.heddle.metrics.Distribution;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Distributions that are counted elsewhere, as histograms of a Prometheus registry. Micrometer has
 * no meter for that. Each power of two of nanoseconds, from a microsecond to 17 seconds, is a
 * bound; no bucket of a {@link Distribution} crosses one, so the counts are exact.
 */
final class PrometheusHistograms implements MultiCollector {
  private static final int FIRST_POWER = 10;
  private static final int LAST_POWER = 34;
  private static final double SECOND = 1e9;

  private static final Map<PrometheusMeterRegistry, PrometheusHistograms> BY_REGISTRY =
      new WeakHashMap<>();

  /** The distribution of one runtime. */
  private record Part(String name, String says, Labels labels, Supplier<Distribution> times) {}

  private final List<Part> parts = new CopyOnWriteArrayList<>();
  private final NamingConvention naming;

  private PrometheusHistograms(NamingConvention naming) {
    this.naming = naming;
  }

  /** Those of this registry, always the same. */
  static PrometheusHistograms in(PrometheusMeterRegistry registry) {
    synchronized (BY_REGISTRY) {
      return BY_REGISTRY.computeIfAbsent(
          registry,
          _ -> {
            PrometheusHistograms made =
                new PrometheusHistograms(registry.config().namingConvention());
            registry.getPrometheusRegistry().register(made);
            return made;
          });
    }
  }

  /**
   * Adds one.
   *
   * @return takes it away again
   */
  Runnable add(String name, String says, Tags tags, Supplier<Distribution> times) {
    Labels labels = Labels.EMPTY;
    for (Tag tag : tags) {
      labels = labels.add(naming.tagKey(tag.getKey()), naming.tagValue(tag.getValue()));
    }
    Part part = new Part(naming.name(name, Meter.Type.TIMER), says, labels, times);
    parts.add(part);
    return () -> parts.remove(part);
  }

  @Override
  public MetricSnapshots collect() {
    Map<String, HistogramSnapshot.Builder> byName = new LinkedHashMap<>();
    for (Part part : parts) {
      byName
          .computeIfAbsent(
              part.name, name -> HistogramSnapshot.builder().name(name).help(part.says))
          .dataPoint(point(part));
    }
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    byName.values().forEach(histogram -> all.metricSnapshot(histogram.build()));
    return all.build();
  }

  private static HistogramSnapshot.HistogramDataPointSnapshot point(Part part) {
    Distribution times = part.times.get();
    double[] bounds = new double[LAST_POWER - FIRST_POWER + 2];
    long[] counts = new long[bounds.length];
    for (int i = 0; i < bounds.length - 1; i++) {
      bounds[i] = (1L << (FIRST_POWER + i)) / SECOND;
    }
    bounds[bounds.length - 1] = Double.POSITIVE_INFINITY;
    for (Distribution.Bucket bucket : times.buckets()) {
      counts[boundOf(bucket.upTo())] += bucket.count();
    }
    return HistogramSnapshot.HistogramDataPointSnapshot.builder()
        .labels(part.labels)
        .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
        .sum(times.sum() / SECOND)
        .build();
  }

  private static int boundOf(long nanos) {
    int power = nanos <= 1 ? 0 : 64 - Long.numberOfLeadingZeros(nanos - 1);
    return Math.clamp(power - (long) FIRST_POWER, 0, LAST_POWER - FIRST_POWER + 1);
  }
}
