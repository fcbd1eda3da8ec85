package dev.heddle.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Mutex;
import dev.heddle.fiber.Signal;
import dev.heddle.sim.SimulationFailure.Kind;
import dev.heddle.task.Body;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who leaves the waiting to {@code close()} is told what it waited for in vain. */
class ForcedCloseTest {
  private static final SimulationConfig CONFIG = SimulationConfig.DEFAULT;

  private static SimulationFailure failure(Body program) {
    SimulationFailure failure =
        catchThrowableOfType(SimulationFailure.class, () -> Simulation.run(7, CONFIG, program));
    SimulationFailure again =
        catchThrowableOfType(SimulationFailure.class, () -> Simulation.run(7, CONFIG, program));
    assertThat(failure).isNotNull();
    assertThat(again).hasMessage(failure.getMessage());
    return failure;
  }

  private static void finds(Kind kind, Body program, String... told) {
    SimulationFailure failure = failure(program);
    assertThat(failure).hasMessageContainingAll(told);
    assertThat(failure.kind()).isEqualTo(kind);
  }

  private static void findsNothing(SimulationConfig config, Body program) {
    for (int seed = 0; seed < 50; seed++) {
      Simulation.run(seed, config, program);
    }
  }

  /** Each has one, and wants the other. */
  private static void lockEachOtherOut() {
    Mutex left = new Mutex();
    Mutex right = new Mutex();
    Signal both = Signal.manual();
    try (Heddle heddle = Heddle.start(2)) {
      heddle.fiber("Ada", () -> lockInTurn(left, right, both));
      heddle.fiber("Bob", () -> lockInTurn(right, left, both));
      Fiber.sleep(Duration.ofSeconds(1));
      both.signal();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void lockInTurn(Mutex first, Mutex second, Signal both) throws Exception {
    first.withLock(
        () -> {
          both.await();
          second.withLock(() -> {});
        });
  }

  // ---- a finding

  @Test
  void aDeadlockThatIsLeftToTheCloseIsToldWithWhoHoldsWhat() {
    finds(
        Kind.DEADLOCK,
        ForcedCloseTest::lockEachOtherOut,
        "close() of the runtime 'heddle-1' has waited 30,000 ms in vain, nobody else can go on",
        "each waits for what the next one holds: Ada -> Bob -> Ada",
        "Ada waits for Mutex (held by Bob",
        "Bob waits for Mutex (held by Ada");
  }

  @Test
  void soIsAJobThatNobodyJoins() {
    finds(
        Kind.DEADLOCK,
        () -> {
          Signal never = Signal.manual();
          try (Heddle heddle = Heddle.start(2)) {
            heddle.spawn(() -> never.await());
          }
        },
        "waits for Signal (manual, clear, 1 waiting)");
  }

  @Test
  void soIsAProcessWhoseStepWaits() {
    finds(
        Kind.DEADLOCK,
        () -> {
          Signal never = Signal.manual();
          try (Heddle heddle = Heddle.start(2)) {
            heddle.processes().spawn((events, out) -> awaitIn(never));
          }
        },
        "waits for Signal (manual, clear, 1 waiting)",
        "state=RUNNING");
  }

  private static void awaitIn(Signal never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Oracle(String question) {}

  @Test
  void soIsACommandThatNobodyCompletes() {
    finds(
        Kind.DEADLOCK,
        () -> {
          try (Heddle heddle =
              Heddle.builder()
                  .workers(2)
                  .commandHandler(Oracle.class, (ask, reply) -> {})
                  .start()) {
            heddle
                .processes()
                .spawn(
                    (events, out) -> {
                      if (events.isEmpty()) {
                        out.yield(1, new Oracle("when?"));
                      }
                    });
          }
        },
        "state=BLOCKED",
        "Oracle[question=when?]");
  }

  @Test
  void whatSleepsTooLongIsNoDeadlock() {
    finds(
        Kind.FORCED_CLOSE,
        () -> {
          try (Heddle heddle = Heddle.start(2)) {
            heddle.fiber("sleeper", () -> Fiber.sleep(Duration.ofHours(1)));
          }
        },
        "has waited 30,000 ms in vain, and would have to end by force what has not ended",
        "sleeper waits");
  }

  @Test
  void norIsWhatIsAtWork() {
    finds(
        Kind.FORCED_CLOSE,
        () -> {
          try (Heddle heddle = Heddle.start(2)) {
            heddle.fiber("worker bee", () -> Simulation.spend(Duration.ofHours(1)));
          }
        },
        "worker bee is at work");
  }

  @Test
  void anExceptionThatNobodyWaitedForIsToldFirst() {
    finds(
        Kind.EXCEPTION,
        () -> {
          Signal done = Signal.manual();
          try (Heddle heddle = Heddle.start(2)) {
            heddle.fiber("waiter", () -> done.await());
            heddle.fiber(
                "crasher",
                () -> {
                  throw new IllegalStateException("on purpose");
                });
          }
        },
        "on purpose");
  }

  // ---- none

  @Test
  void processesThatOnlyWaitForMessagesAreNone() {
    findsNothing(
        CONFIG,
        () -> {
          try (Heddle heddle = Heddle.start(2)) {
            heddle.processes().spawn((events, out) -> {}); // does not care for a cancel either
            heddle.processes().spawn(inbox -> inbox.receive());
          }
        });
  }

  @Test
  void whoKnowsThatSomethingWaitsCanSaySo() {
    findsNothing(CONFIG.withForcedClose(true), ForcedCloseTest::lockEachOtherOut);
  }

  @Test
  void whoWantsToKnowHowItWentDecidesItself() {
    findsNothing(
        CONFIG,
        () -> {
          Heddle heddle = Heddle.start(2);
          heddle.fiber("waiter", () -> Signal.manual().await());
          Fiber.sleep(Duration.ofSeconds(1));
          assertThat(heddle.shutdown(Duration.ofSeconds(1)).interrupted()).contains("waiter");
        });
  }

  @Test
  void whoGivesItNoTimeDoesNotWonder() {
    findsNothing(
        CONFIG,
        () -> {
          try (Heddle heddle = Heddle.builder().workers(2).closeTimeout(Duration.ZERO).start()) {
            heddle.fiber("waiter", () -> Signal.manual().await());
          }
        });
  }

  @Test
  void aCloseThatIsInterruptedHasNotWaitedInVain() {
    findsNothing(
        CONFIG,
        () -> {
          Heddle heddle = Heddle.start(2);
          heddle.fiber("waiter", () -> Signal.manual().await());
          Thread.currentThread().interrupt();
          heddle.close();
          assertThat(Thread.interrupted()).isTrue();
        });
  }

  @Test
  void realTimeIsACauseAndNoFinding() {
    SimulationReport report =
        Simulation.run(
            7,
            CONFIG,
            () -> {
              try (Heddle heddle = Heddle.start(2)) {
                heddle.fiber("sleeper", () -> Thread.sleep(60_000));
              }
            });
    assertThat(report.causes()).anyMatch(cause -> cause.startsWith("sleeper waits for real time"));
  }
}
