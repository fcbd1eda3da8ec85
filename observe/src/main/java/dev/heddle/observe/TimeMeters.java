package dev.heddle.observe;

import dev.heddle.metrics.Distribution;
import dev.heddle.metrics.RuntimeSnapshot;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How long things took, for registries that take no histogram that is counted elsewhere. */
record TimeMeters(MeterRegistry registry, SharedLook look, Tags tags) {
  private static final List<Double> PERCENTILES = List.of(0.5, 0.9, 0.99, 0.999);

  /** Finds a distribution in a snapshot. */
  interface Times {
    Distribution of(RuntimeSnapshot snapshot);
  }

  List<Meter> bind(String name, String says, Times times) {
    List<Meter> meters = new ArrayList<>();
    SharedLook kept = look; // the builders keep what they are given weakly
    meters.add(
        FunctionTimer.builder(
                name,
                look,
                _ -> times.of(kept.now()).count(),
                _ -> times.of(kept.now()).sum(),
                TimeUnit.NANOSECONDS)
            .tags(tags)
            .description(says)
            .register(registry));
    meters.add(
        TimeGauge.builder(name + ".max", () -> times.of(kept.now()).max(), TimeUnit.NANOSECONDS)
            .tags(tags)
            .description(says)
            .register(registry));
    for (double share : PERCENTILES) {
      meters.add(
          TimeGauge.builder(
                  name + ".percentile",
                  () -> times.of(kept.now()).quantile(share),
                  TimeUnit.NANOSECONDS)
              .tags(tags.and("phi", String.valueOf(share)))
              .description(says)
              .register(registry));
    }
    return meters;
  }
}
