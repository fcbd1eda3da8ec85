package dev.heddle.observe;

import dev.heddle.Heddle;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A runtime's numbers as Micrometer meters.
 *
 * <pre>{@code
 * new HeddleMeters(heddle).bindTo(registry);
 * }</pre>
 *
 * <p>{@code executor.*}, with the tag {@code name}, are those that dashboards of thread pools know,
 * as far as a runtime has them: {@code active}, {@code queued}, {@code completed}, {@code steals},
 * {@code parallelism}, {@code pool.size} and {@code pool.core}. {@code heddle.*}, with the tag
 * {@code runtime}, are all the others; those of spare workers are together, with the tag {@code
 * worker=spare}. The sum of {@code heddle.runs} over workers and rules is {@code
 * executor.completed}. How long things took is in {@code heddle.run.time} and {@code
 * heddle.queue.wait}: histograms for Prometheus; elsewhere count, sum, longest, and percentiles.
 *
 * <p>All meters that are read within a quarter of a second are of one {@link Heddle#snapshot()}, so
 * that they agree. A read costs what that costs, some milliseconds; nothing is done in between. The
 * registry keeps the runtime until {@link #close()}.
 */
public final class HeddleMeters implements MeterBinder, AutoCloseable {
  private final SharedLook look;
  private final String runtime;
  private final Tags tags;
  private final List<BoundMeters> bound = new CopyOnWriteArrayList<>();

  /** For {@code heddle}, with these tags beside the runtime's name. */
  public HeddleMeters(Heddle heddle, Tag... tags) {
    this(heddle, List.of(tags));
  }

  /** For {@code heddle}, with these tags beside the runtime's name. */
  public HeddleMeters(Heddle heddle, Iterable<Tag> tags) {
    this(new SharedLook(heddle::snapshot), heddle.name(), tags);
  }

  HeddleMeters(SharedLook look, String runtime, Iterable<Tag> tags) {
    this.look = look;
    this.runtime = runtime;
    this.tags = Tags.of(tags);
  }

  /**
   * Everything as text that Prometheus reads, for an endpoint of one's own.
   *
   * <pre>{@code
   * PrometheusText metrics = HeddleMeters.prometheus(heddle);
   * respond(PrometheusText.CONTENT_TYPE, metrics.text());     // for each request
   * }</pre>
   */
  public static PrometheusText prometheus(Heddle heddle, Tag... tags) {
    return new PrometheusText(new HeddleMeters(heddle, tags));
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    BoundMeters meters = new BoundMeters(registry, look, runtime, tags);
    meters.bind();
    bound.add(meters);
  }

  /** Looks at the runtime, for all meters that are read next. */
  void lookAnew() {
    look.anew();
  }

  /** Takes all meters out of the registries again. */
  @Override
  public void close() {
    bound.forEach(BoundMeters::unbind);
    bound.clear();
  }
}
