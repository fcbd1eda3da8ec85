package dev.heddle.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.sim.Fault;
import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationFailure;
import dev.heddle.sim.SimulationReport;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** JUnit runs classes with methods that have {@link Simulate}, and tells what became of them. */
class SimulateTest {
  /** What the methods below did; they run in one thread. */
  private static final List<String> DEEDS = new ArrayList<>();

  @BeforeEach
  void forget() {
    DEEDS.clear();
  }

  private static Map<String, TestExecutionResult> results(Class<?> of) {
    Map<String, TestExecutionResult> results = new HashMap<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(of)).build();
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                  results.put(test.getDisplayName(), result);
                }
              }
            });
    return results;
  }

  private static Throwable failure(Class<?> of) {
    Map<String, TestExecutionResult> results = results(of);
    assertThat(results).hasSize(1);
    return results.values().iterator().next().getThrowable().orElseThrow();
  }

  private static void succeeds(Class<?> of) {
    assertThat(results(of).values())
        .isNotEmpty()
        .allMatch(result -> result.getStatus() == TestExecutionResult.Status.SUCCESSFUL);
  }

  // ---- one test, many seeds

  static class Fields {
    private int uses;

    @Simulate(seeds = 20, workers = 3)
    void haveTheirFirstValuesUnderEachSeed() throws Exception {
      uses++;
      try (Heddle heddle = Heddle.start()) {
        heddle.fiber("sleeper", () -> Fiber.sleep(Duration.ofDays(1))).join();
        DEEDS.add(uses + " use, " + heddle.workers() + " workers, " + Simulation.isRunning());
      }
    }
  }

  @Test
  void eachSeedHasAnInstanceOfItsOwn() {
    succeeds(Fields.class);
    assertThat(DEEDS).hasSize(20).containsOnly("1 use, 3 workers, true");
  }

  static class Around {
    @BeforeEach
    void before() {
      DEEDS.add("before");
    }

    @AfterEach
    void after() {
      DEEDS.add("after");
    }

    @Nested
    class Inside {
      @BeforeEach
      void beforeInside() {
        DEEDS.add("before inside");
      }

      @Simulate(seeds = 2)
      void isSurrounded() {
        DEEDS.add("test");
      }
    }

    @Simulate(seeds = 2)
    void isSurrounded() {
      DEEDS.add("test");
    }
  }

  @Test
  void whatIsBeforeAndAfterATestIsSoForEachSeed() {
    succeeds(Around.class);
    assertThat(DEEDS.stream().filter("test"::equals)).hasSize(4);
    assertThat(String.join(" ", DEEDS))
        .contains("before before test after before test after after") // JUnit's own outside
        .contains("before inside test");
  }

  // ---- a failure

  static class Failing {
    private static int runs;

    @Simulate(seed = {77, 78})
    void failsInItsThirdRun() {
      assertThat(++runs).isNotEqualTo(3);
    }
  }

  @Test
  void theFirstFailureIsTheEndAndSaysHowToSeeItAgain() {
    Failing.runs = 0;
    Throwable failure = failure(Failing.class);
    assertThat(failure)
        .isInstanceOf(SimulationFailure.class)
        .hasMessageContaining("ASSERTION with seed 1:") // after the two that are pinned
        .hasMessageContaining(
            "./heddle sim 'dev.heddle.junit.SimulateTest$Failing#failsInItsThirdRun' --seed 1\n");
    assertThat(failure.getCause()).isInstanceOf(AssertionError.class);
    assertThat(Failing.runs).isEqualTo(3);
  }

  static class Interrupted {
    @Simulate(faults = Fault.INTERRUPT, faultInterval = 2, strategy = Exploration.PRIORITIES)
    void sleepsUndisturbed() throws Exception {
      try (Heddle heddle = Heddle.start()) {
        heddle.fiber("sleeper", () -> Fiber.sleep(Duration.ofDays(1))).join();
      }
    }
  }

  @Test
  void faultsHappen() {
    assertThat(failure(Interrupted.class)).hasMessageContaining("is interrupted");
  }

  static class Endless {
    @Simulate(most = 500)
    void neverEnds() throws Exception {
      try (Heddle heddle = Heddle.start()) {
        heddle.fiber("restless", Endless::yieldForEver).join();
      }
    }

    private static void yieldForEver() {
      while (true) {
        Fiber.yield();
      }
    }
  }

  @Test
  void theNumberOfStepsHasAnEnd() {
    assertThat(failure(Endless.class)).hasMessageContaining("LIVELOCK with seed 1:");
  }

  static class Demanding {
    @BeforeEach
    void demands(org.junit.jupiter.api.TestInfo info) {
      DEEDS.add(info.getDisplayName());
    }

    @Simulate
    void isNotRun() {
      DEEDS.add("run");
    }
  }

  @Test
  void parametersAreRefused() {
    assertThat(failure(Demanding.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "dev.heddle.junit.SimulateTest$Demanding.demands has parameters, and nobody to give it"
                + " any in a simulation");
    assertThat(DEEDS).doesNotContain("run");
  }

  // ---- which seeds

  private static Simulate pinned() {
    try {
      return Objects.requireNonNull(
          Failing.class.getDeclaredMethod("failsInItsThirdRun").getAnnotation(Simulate.class));
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private static LongStream seeds(Map<String, String> properties) {
    return Seeds.of(pinned(), properties::get).stream();
  }

  @Test
  void pinnedSeedsComeFirst() {
    assertThat(seeds(Map.of()).limit(4)).containsExactly(77L, 78L, 1L, 2L);
    assertThat(seeds(Map.of())).hasSize(1002);
  }

  @Test
  void propertiesDecideOtherwise() {
    assertThat(seeds(Map.of("heddle.sim.seeds", "2"))).containsExactly(77L, 78L, 1L, 2L);
    assertThat(seeds(Map.of("heddle.sim.seed", "-5"))).containsExactly(-5L);
    assertThat(seeds(Map.of("heddle.sim.seed", "5, 6"))).containsExactly(5L, 6L);
    assertThatThrownBy(() -> seeds(Map.of("heddle.sim.seed", "one")))
        .hasMessage("-Dheddle.sim.seed=one: no number");
    assertThatThrownBy(() -> seeds(Map.of("heddle.sim.seeds", "-1")))
        .hasMessage("seeds: -1, must be at least 1");
  }

  // ---- progress

  @Test
  void progressIsToldOnALine() {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    new SeedRuns("Some#test", out, 0)
        .tryAll(
            new Seeds(List.of(), 2),
            seed ->
                new SimulationReport(
                    seed, 1_000, Duration.ZERO, 0, seed == 1 ? List.of() : List.of("it rains")));
    assertThat(told.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).matches("Some#test: 1 seed, 1,000 steps, .* a second, of 2"),
            line -> assertThat(line).matches("Some#test: 2 seeds, 2,000 steps, .* a second, of 2"),
            line -> assertThat(line).endsWith("may not be repeatable, because it rains"));
  }
}
