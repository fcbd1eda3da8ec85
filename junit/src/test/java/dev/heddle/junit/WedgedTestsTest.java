package dev.heddle.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Mutex;
import dev.heddle.fiber.Signal;
import dev.heddle.sim.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;

/** A test that does not go on is ended; one that keeps the law of tests is left alone. */
class WedgedTestsTest {
  // ---- wedged tests

  @LawOfTests(wedged = 1_000, patience = 500)
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class Wedging {
    private static final CountDownLatch OVER = new CountDownLatch(1);
    private static final List<String> AFTER = new ArrayList<>();

    @Test
    void aDeadlock() throws Exception {
      Mutex mutex = new Mutex();
      CountDownLatch held = new CountDownLatch(1);
      try (Heddle heddle = Heddle.builder().name("stuck").closeTimeout(Duration.ZERO).start()) {
        heddle.processes().spawn((events, out) -> {});
        heddle.fiber("keeper", () -> mutex.withLock(() -> keep(held)));
        held.await();
        heddle.fiber("other", () -> mutex.withLock(() -> {})).join();
      }
    }

    private static void keep(CountDownLatch held) throws InterruptedException {
      held.countDown();
      Signal.manual().await();
    }

    @Test
    void bEvenIfInterrupted() {
      while (true) {
        try {
          OVER.await();
          return;
        } catch (InterruptedException e) {
          // goes on waiting
        }
      }
    }

    @Test
    void cTheNextOne() {}

    @AfterEach
    void after() {
      AFTER.add(Thread.currentThread().getName());
    }
  }

  @Test
  void aWedgedTestIsDumpedAndFailsByItself() throws Exception {
    Wedging.AFTER.clear();
    Path folder = Path.of("target", "wedged");
    Path file = folder.resolve("dev-heddle-junit-WedgedTestsTest-Wedging-aDeadlock-aDeadlock-.txt");
    Files.deleteIfExists(file);
    Map<String, String> outcomes = Outcomes.of(Wedging.class);
    assertThat(outcomes.get("aDeadlock()"))
        .contains(
            "wedged: it has not ended after 1,000 ms; all threads are in " + file.toAbsolutePath())
        .contains(
            "runtime 'stuck'", "keeper", "Mutex (held by keeper", "processes:", "ProcessInfo");
    assertThat(Files.readString(file))
        .contains("runtime 'stuck'", "Mutex (held by keeper", "\"aDeadlock()\"");
    assertThat(outcomes.get("bEvenIfInterrupted()")).contains("wedged: it has not ended after");
    assertThat(outcomes.get("cTheNextOne()")).isEqualTo(Outcomes.SUCCESS);
    assertThat(Wedging.AFTER)
        .containsExactly("aDeadlock()", "bEvenIfInterrupted()", "cTheNextOne()");
    Wedging.OVER.countDown();
  }

  // ---- who keeps it

  @LawOfTests
  static class Keeping {
    private @Nullable Heddle heddle;
    private @Nullable Thread mine;

    @BeforeEach
    void open() {
      heddle = Heddle.start(1);
      heddle.bind();
      mine = Thread.currentThread();
    }

    private Heddle heddle() {
      return Objects.requireNonNull(heddle);
    }

    @Test
    void onOneThread() {
      isOnItsThread();
    }

    private void isOnItsThread() {
      assertThat(Thread.currentThread()).isSameAs(mine);
      assertThat(heddle().isBound()).isTrue();
    }

    @RepeatedTest(2)
    void again() throws Exception {
      isOnItsThread();
      Fiber<Integer> fiber = heddle().fiber(() -> heddle().blockingCall(() -> 3));
      assertThat(fiber.join()).isEqualTo(3);
    }

    @TestFactory
    Stream<DynamicTest> made() {
      return Stream.of("x", "y").map(name -> DynamicTest.dynamicTest(name, this::isOnItsThread));
    }

    @AfterEach
    void close() {
      if (heddle != null) {
        isOnItsThread();
        heddle.unbind();
        heddle.close();
      }
    }
  }

  @Test
  void testsOfAllKindsCanKeepIt() {
    Outcomes.succeeds(Keeping.class, 5);
  }

  @LawOfTests(patience = 100, wedged = 1)
  static class Simulated {
    @Simulate(seeds = 3)
    void leavesSomething() {
      assertThat(Simulation.isRunning()).isTrue();
      Heddle.start().fiber(() -> Signal.manual().await());
    }
  }

  @Test
  void whatIsSimulatedIsLeftToTheSimulator() {
    assertThat(Outcomes.of(Simulated.class)).containsEntry("leavesSomething()", Outcomes.SUCCESS);
  }

  // ---- delays

  @Test
  void theFactorOfDelaysIsChecked() {
    assertThat(Delays.factor("2.5")).isEqualTo(2.5);
    assertThatThrownBy(() -> Delays.factor("fast"))
        .hasMessage("-Dheddle.test.delays=fast: no number");
    for (String wrong : List.of("0", "-1", "NaN", "Infinity")) {
      assertThatThrownBy(() -> Delays.factor(wrong)).hasMessageContaining("must be more than 0");
    }
    assertThat(Delays.scaled(Duration.ofMillis(20))).isEqualTo(Delays.SHORT);
  }
}
