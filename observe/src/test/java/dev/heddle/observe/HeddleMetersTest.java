package dev.heddle.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.Heddle;
import dev.heddle.fiber.Signal;
import dev.heddle.metrics.HeddleMXBean;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.process.Behaviour;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessOptions;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The meters of a program of which the numbers are known. */
@Timeout(60)
class HeddleMetersTest {
  private static final int MESSAGES = 321;

  private final Heddle heddle = Heddle.builder().workers(2).name("shop \"1\"\\").start();
  private final Signal never = Signal.manual();

  @BeforeEach
  void work() {
    heddle.fiber("waiter", () -> never.await());
    Pid clerk =
        heddle
            .processes()
            .spawn(
                Behaviour.receive(String.class, (_, _) -> {}),
                ProcessOptions.DEFAULT.withName("clerk"));
    for (int i = 0; i < MESSAGES; i++) {
      heddle.processes().send(clerk, "m");
      heddle.invoke(() -> {});
    }
    heddle.processes().send(Pid.of("local", "nobody", 99), "lost");
  }

  @AfterEach
  void close() {
    never.signal();
    heddle.close();
  }

  /** A moment at which two snapshots in a row tell of the same deeds. */
  private RuntimeSnapshot atRest() {
    RuntimeSnapshot before = heddle.snapshot();
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (System.nanoTime() < deadline) {
      LockSupport.parkNanos(20_000_000);
      RuntimeSnapshot now = heddle.snapshot();
      if (now.metrics().runs() == before.metrics().runs()
          && now.metrics().runTimes().equals(before.metrics().runTimes())
          && now.processes().handled() == MESSAGES) {
        return now;
      }
      before = now;
    }
    throw new AssertionError("does not come to rest: " + before);
  }

  @Test
  void theNumbersInPrometheusInTheMxBeanAndInTheSnapshotAgree() throws Exception {
    HeddleMXBean bean =
        JMX.newMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(),
            new ObjectName(heddle.registerMXBean()),
            HeddleMXBean.class);
    try (PrometheusText endpoint = HeddleMeters.prometheus(heddle, Tag.of("app", "test"))) {
      RuntimeSnapshot snapshot = atRest();
      PrometheusSamples samples = PrometheusSamples.parse(endpoint.text());
      Map<String, String> us = Map.of("runtime", heddle.name(), "app", "test");

      long runs = snapshot.metrics().runs();
      assertThat(runs).isPositive();
      assertThat(bean.getRuns()).isEqualTo(runs);
      assertThat(samples.count("heddle_runs_total", us)).isEqualTo(runs);
      assertThat(samples.count("executor_completed_total", Map.of("name", heddle.name())))
          .isEqualTo(runs);
      for (Rule rule : Rule.values()) {
        String name = rule.name().toLowerCase(Locale.ROOT);
        assertThat(samples.count("heddle_runs_total", Map.of("rule", name)))
            .isEqualTo(snapshot.metrics().chosen(rule))
            .isEqualTo(bean.getRunsByRule().getOrDefault(rule, -1L));
      }
      assertThat(samples.count("heddle_messages_sent_total", us))
          .isEqualTo(snapshot.processes().sent())
          .isEqualTo(bean.getMessagesSent())
          .isEqualTo(MESSAGES + 1);
      assertThat(samples.count("heddle_messages_handled_total", us)).isEqualTo(MESSAGES);
      assertThat(samples.count("heddle_dead_letters_total", us)).isEqualTo(1);
      assertThat(samples.count("heddle_processes", Map.of("state", "idle"))).isEqualTo(1);
      assertThat(samples.count("heddle_processes", us)).isEqualTo(bean.getProcesses());
      assertThat(samples.count("heddle_fibers", us)).isEqualTo(bean.getFibers()).isEqualTo(1);
      assertThat(samples.values("executor_pool_size_threads", Map.of())).isEmpty();
      assertThat(samples.count("executor_pool_size", Map.of())).isEqualTo(2);
      assertThat(samples.count("executor_active", Map.of())).isEqualTo(bean.getBusyWorkers());
    }
  }

  @Test
  void howLongThingsTookIsAHistogram() {
    try (PrometheusText endpoint = HeddleMeters.prometheus(heddle)) {
      RuntimeSnapshot snapshot = atRest();
      PrometheusSamples samples = PrometheusSamples.parse(endpoint.text());

      long count = snapshot.metrics().runTimes().count();
      assertThat(count).isPositive();
      assertThat(samples.count("heddle_run_time_seconds_count", Map.of())).isEqualTo(count);
      assertThat(samples.count("heddle_run_time_seconds_bucket", Map.of("le", "+Inf")))
          .isEqualTo(count);
      assertThat(samples.sum("heddle_run_time_seconds_sum", Map.of()))
          .isCloseTo(snapshot.metrics().runTimes().sum() / 1e9, within(1e-6));
      assertThat(samples.values("heddle_run_time_seconds_bucket", Map.of()))
          .as("each bound holds what those before hold")
          .isSorted()
          .hasSize(26);
      assertThat(samples.count("heddle_queue_wait_seconds_count", Map.of()))
          .isEqualTo(snapshot.metrics().queueWaits().count());
    }
  }

  @Test
  void otherRegistriesGetPercentiles() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    HeddleMeters meters = new HeddleMeters(heddle);
    meters.bindTo(registry);
    RuntimeSnapshot snapshot = atRest();
    meters.lookAnew();

    assertThat(
            registry
                .get("heddle.run.time.percentile")
                .tag("phi", "0.5")
                .timeGauge()
                .value(TimeUnit.NANOSECONDS))
        .isCloseTo( // to seconds and back, which rounds
            (double) snapshot.metrics().runTimes().quantile(0.5), within(1e-6));
    assertThat(registry.get("heddle.run.time").functionTimer().count())
        .isEqualTo((double) snapshot.metrics().runTimes().count());
    assertThat(registry.get("executor.completed").functionCounter().count())
        .isEqualTo((double) snapshot.metrics().runs());
  }

  @Test
  void severalRuntimesShareARegistryAndLeaveIt() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().commonTags("region", "north");
    try (Heddle second = Heddle.builder().workers(1).name("second").start()) {
      HeddleMeters one = new HeddleMeters(heddle);
      HeddleMeters two = new HeddleMeters(second);
      one.bindTo(registry);
      two.bindTo(registry);
      PrometheusSamples both = PrometheusSamples.parse(registry.scrape());
      assertThat(both.values("heddle_run_time_seconds_count", Map.of("region", "north")))
          .hasSize(2);
      assertThat(both.values("executor_completed_total", Map.of())).hasSize(2);

      one.close();
      assertThat(
              PrometheusSamples.parse(registry.scrape())
                  .values("heddle_uptime_seconds", Map.of("runtime", heddle.name())))
          .isEmpty();
      assertThat(registry.scrape()).contains("runtime=\"second\"");
      two.close();
      assertThat(registry.scrape()).doesNotContain("heddle").doesNotContain("executor");
    }
  }

  @Test
  void allMetersOfAMomentAreOfOneLook() {
    int[] looks = {0};
    SharedLook shared =
        new SharedLook(
            () -> {
              looks[0]++;
              return heddle.snapshot();
            });
    try (PrometheusText endpoint = new PrometheusText(new HeddleMeters(shared, "x", List.of()))) {
      int before = looks[0];
      assertThat(endpoint.text()).contains("heddle_runs_total");
      assertThat(looks[0]).isEqualTo(before + 1);
    }
  }
}
