package dev.heddle.observe;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** A runtime's numbers as the text that Prometheus asks for. */
public final class PrometheusText implements AutoCloseable {
  /** Of what {@link #text()} returns. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final HeddleMeters meters;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  PrometheusText(HeddleMeters meters) {
    this.meters = meters;
    meters.bindTo(registry);
  }

  /** The numbers as they are now, all of one look. */
  public synchronized String text() {
    meters.lookAnew();
    return registry.scrape();
  }

  /** To be called when nobody will ask any more. */
  @Override
  public void close() {
    meters.close();
    registry.close();
  }
}
