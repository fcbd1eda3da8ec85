package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.metrics.Engine;
import dev.heddle.task.Affinity;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the builder takes, refuses and does. */
class HeddleBuilderTest extends ConcurrentTestCase {

  static Stream<Arguments> badValues() {
    return Stream.of(
        refused("workers", "-1", "0", "4096", b -> b.workers(-1)),
        refused("workers", "4097", "0", "4096", b -> b.workers(4097)),
        refused("spare workers", "-1", "0", "1024", b -> b.spareWorkers(-1)),
        refused("spare workers", "1025", "0", "1024", b -> b.spareWorkers(1025)),
        refused("tight spins", "-2", "0", "1048576", b -> b.spins(-2, 0)),
        refused("patient spins", "-3", "0", "1048576", b -> b.spins(0, -3)),
        refused("tight spins", "1048577", "0", "1048576", b -> b.spins(1048577, 0)),
        refused("stuckAfter", "PT0S", "PT0.001S", "PT1H", b -> b.stuckAfter(Duration.ZERO)),
        refused("stuckAfter", "PT2H", "PT0.001S", "PT1H", b -> b.stuckAfter(Duration.ofHours(2))),
        refused(
            "closeTimeout",
            "PT-1S",
            "PT0S",
            "PT8760H",
            b -> b.closeTimeout(Duration.ofSeconds(-1))),
        refused(
            "closeTimeout",
            "PT9600H",
            "PT0S",
            "PT8760H",
            b -> b.closeTimeout(Duration.ofDays(400))));
  }

  /** A call on a builder. */
  interface Setting {
    void on(HeddleBuilder builder);
  }

  private static Arguments refused(
      String what, String value, String min, String max, Setting setting) {
    return Arguments.of(what, value, min, max, setting);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("badValues")
  void aBadValueIsRefusedByNameValueAndRange(
      String what, String value, String min, String max, Setting setting) {
    assertThatThrownBy(() -> setting.on(Heddle.builder()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("%s: %s, must be between %s and %s", what, value, min, max);
  }

  @Test
  void aBlankNameIsRefused() {
    assertThatThrownBy(() -> Heddle.builder().name(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name");
  }

  @Test
  void theSmallestAndLargestValuesAreTaken() {
    Heddle.builder()
        .workers(0)
        .workers(4096)
        .spareWorkers(0)
        .spareWorkers(1024)
        .spins(0, 0)
        .spins(1 << 20, 1 << 20)
        .stuckAfter(Duration.ofMillis(1))
        .stuckAfter(Duration.ofHours(1))
        .closeTimeout(Duration.ZERO)
        .closeTimeout(Duration.ofDays(365));
  }

  @Test
  void theDefaultsSuitTheMachine() {
    Heddle heddle = start(Heddle.builder());

    assertThat(heddle.workers()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(heddle.engine()).as("the tests set the JVM flag").isEqualTo(Engine.VIRTUAL);
    assertThat(heddle.name()).matches("heddle-\\d+");
  }

  @Test
  void aNameThatNoPidCouldCarryIsRefused() {
    for (String half : List.of("\ud83d", "a\ude00b")) {
      assertThatThrownBy(() -> Heddle.builder().name(half))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("name: '" + half + "'");
      assertThatThrownBy(() -> Heddle.builder().node(half))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("node: '" + half + "'");
    }
  }

  @Test
  void shortFormsStart() {
    try (Heddle defaults = Heddle.start();
        Heddle three = Heddle.start(3)) {
      assertThat(defaults.workers()).isEqualTo(Runtime.getRuntime().availableProcessors());
      assertThat(three.workers()).isEqualTo(3);
      assertThat(three.invoke(() -> 3)).isEqualTo(3);
    }
  }

  @OnEachRuntime
  void theRuntimeIsWhatWasAskedFor(Setup setup) {
    Heddle heddle = start(setup);

    assertThat(heddle.workers()).isEqualTo(setup.workers());
    assertThat(heddle.engine()).isEqualTo(setup.engine());
    assertThat(heddle.metrics().engine()).isEqualTo(setup.engine());
    assertThat(heddle)
        .asString()
        .contains(heddle.name())
        .contains(String.valueOf(setup.workers()))
        .contains(setup.engine().name());
  }

  @OnEachRuntime(workers = {1, 2})
  void aBuilderCanBeUsedAgain(Setup setup) {
    HeddleBuilder builder = builder(setup).name("again");

    Heddle one = start(builder);
    Heddle two = start(builder.name("once-more"));

    assertThat(one.name()).isEqualTo("again");
    assertThat(two.name()).isEqualTo("once-more");
    assertThat(one.invoke(() -> 1) + two.invoke(() -> 2)).isEqualTo(3);
  }

  @OnEachRuntime(notSimulated = "looks for platform threads")
  void everyThreadBearsTheNameOfTheRuntime(Setup setup) {
    Heddle heddle = start(builder(setup).name("loom of " + setup.workers()));

    assertThat(heddle.name()).isEqualTo("loom of " + setup.workers());
    assertThat(heddle.invoke(() -> Thread.currentThread().getName())).startsWith(heddle.name());
    assertThat(threadsNamed(heddle.name())).hasSizeGreaterThanOrEqualTo(setup.workers());
    assertThat(threadsNamed(heddle.name())).allMatch(Thread::isDaemon);
  }

  @OnEachRuntime
  void theInitializerRunsOnceOnEachWorkerBeforeItsFirstItem(Setup setup) {
    Queue<Integer> calls = new ConcurrentLinkedQueue<>();
    Set<Integer> initialized = ConcurrentHashMap.newKeySet();
    Heddle heddle =
        start(
            builder(setup)
                .spareWorkers(0)
                .threadInitializer(
                    worker -> {
                      calls.add(worker);
                      initialized.add(worker);
                    }));

    for (int w = 0; w < setup.workers(); w++) {
      heddle.invoke(
          Task.of(() -> assertThat(initialized).contains(Heddle.currentWorker()))
              .affinity(Affinity.boundTo(w)));
    }

    assertThat(calls).hasSize(setup.workers());
    assertThat(initialized).hasSize(setup.workers());
  }

  @OnEachRuntime
  void anInitializerThatFailsIsReportedAndTheWorkerWorks(Setup setup) {
    Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    IllegalStateException failure = new IllegalStateException("on purpose");
    Heddle heddle =
        start(
            builder(setup)
                .uncaughtExceptionHandler((thread, e) -> told.add(e))
                .threadInitializer(
                    worker -> {
                      throw failure;
                    }));

    for (int w = 0; w < setup.workers(); w++) {
      heddle.invoke(Task.of(() -> {}).affinity(Affinity.boundTo(w)));
    }

    assertThat(told).hasSize(setup.workers()).allMatch(e -> e == failure);
  }

  @OnEachRuntime
  void pinningToProcessorsIsAHintThatHarmsNobody(Setup setup) {
    Heddle heddle = start(builder(setup).pinToProcessors(true));

    assertThat(heddle.invoke(() -> "works")).isEqualTo("works");
  }

  @OnEachRuntime
  void itWorksWithoutAnySpinning(Setup setup) {
    Heddle heddle = start(builder(setup).spins(0, 0).seed(42));

    for (int i = 0; i < 100; i++) {
      assertThat(heddle.invoke(() -> "works")).isEqualTo("works");
    }
  }
}
