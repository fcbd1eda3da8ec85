package dev.heddle.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.heddle.Heddle;
import dev.heddle.fiber.Channel;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Mutex;
import dev.heddle.fiber.Signal;
import dev.heddle.metrics.FiberState;
import dev.heddle.process.Pid;
import dev.heddle.sim.SimulationFailure.Kind;
import dev.heddle.task.Body;
import dev.heddle.task.Scope;
import dev.heddle.testing.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A run depends on its seed alone, and what goes wrong in it is found. */
class SimulationTest {
  private static final SimulationConfig CONFIG = SimulationConfig.DEFAULT;

  /** Tasks, two fibers with a channel between them, and sleeps. */
  private static void readAndWrite() throws Exception {
    try (Heddle heddle = Heddle.start()) {
      int sum =
          heddle.invoke(
              () -> {
                try (Scope scope = Scope.open()) {
                  var one = scope.spawn(() -> 1);
                  var two = scope.spawn(() -> 2);
                  return one.join() + two.join();
                }
              });
      assertThat(sum).isEqualTo(3);
      Channel<Integer> channel = Channel.buffered(2);
      Fiber<Integer> reader =
          heddle.fiber(
              "reader",
              () -> {
                int all = 0;
                for (int i = 0; i < 10; i++) {
                  all += channel.receive();
                }
                return all;
              });
      heddle.fiber(
          "writer",
          () -> {
            for (int i = 0; i < 10; i++) {
              channel.send(i);
              Fiber.sleep(Duration.ofMillis(10));
            }
          });
      assertThat(reader.join()).isEqualTo(45);
    }
  }

  private static SimulationFailure failure(SimulationConfig config, Body program) {
    SimulationFailure failure =
        catchThrowableOfType(SimulationFailure.class, () -> Simulation.run(7, config, program));
    assertThat(failure).hasMessageContaining("with seed 7").hasMessageContaining("To see it again");
    return failure;
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    for (int seed = 0; seed < 20; seed++) {
      List<String> first = new ArrayList<>();
      List<String> second = new ArrayList<>();
      SimulationReport report =
          Simulation.run(seed, CONFIG.withLog(first::add), SimulationTest::readAndWrite);
      SimulationReport again =
          Simulation.run(seed, CONFIG.withLog(second::add), SimulationTest::readAndWrite);
      assertThat(second).isEqualTo(first).hasSizeGreaterThan(50);
      assertThat(again).isEqualTo(report);
      assertThat(report.isRepeatable()).isTrue();
    }
  }

  @Test
  void otherSeedsGiveOtherRuns() {
    Set<Long> digests = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      digests.add(Simulation.run(seed, CONFIG, SimulationTest::readAndWrite).digest());
    }
    assertThat(digests).hasSizeGreaterThan(45);
  }

  @Test
  void timePassesInNoTime() {
    long before = System.nanoTime();
    SimulationReport report =
        Simulation.run(
            1,
            CONFIG,
            () -> {
              try (Heddle heddle = Heddle.start(2)) {
                heddle.fiber("sleeper", () -> Fiber.sleep(Duration.ofDays(7))).join();
              }
            });
    assertThat(report.time()).isBetween(Duration.ofDays(7), Duration.ofDays(8));
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofHours(1));
  }

  @Test
  void whoWakesAtTheSameTimeDoesSoInAnyOrder() {
    Set<String> orders = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      StringBuilder order = new StringBuilder(); // one thread plays all
      Simulation.run(
          seed,
          CONFIG,
          () -> {
            try (Heddle heddle = Heddle.start(1)) {
              for (String name : List.of("a", "b", "c")) {
                heddle.fiber(
                    () -> {
                      Fiber.sleep(Duration.ofSeconds(1));
                      order.append(name);
                    });
              }
            }
          });
      orders.add(order.toString());
    }
    assertThat(orders).containsExactlyInAnyOrder("abc", "acb", "bac", "bca", "cab", "cba");
  }

  @Test
  void aDeadlockIsToldWithWhoWaitsForWhom() {
    SimulationFailure failure =
        failure(
            CONFIG.withMost(100_000),
            () -> {
              Mutex mutex = new Mutex();
              try (Heddle heddle = Heddle.start(2)) {
                heddle.fiber("keeper", () -> mutex.withLock(() -> Signal.manual().await()));
                heddle.fiber("other", mutex::lock).join();
              }
            });
    assertThat(failure.kind()).isEqualTo(Kind.DEADLOCK);
    assertThat(failure).hasMessageContaining("other waits for Mutex (held by keeper");
  }

  @Test
  void aRunWithoutAnEndIsALivelock() {
    SimulationFailure failure =
        failure(
            CONFIG.withMost(1_000),
            () -> {
              try (Heddle heddle = Heddle.start(2)) {
                heddle
                    .fiber(
                        "restless",
                        () -> {
                          while (true) {
                            Fiber.yield();
                          }
                        })
                    .join();
              }
            });
    assertThat(failure.kind()).isEqualTo(Kind.LIVELOCK);
  }

  @Test
  void whatIsThrownIsFound() {
    IllegalStateException thrown = new IllegalStateException("on purpose");
    SimulationFailure failure =
        failure(
            CONFIG,
            () -> {
              throw thrown;
            });
    assertThat(failure.kind()).isEqualTo(Kind.EXCEPTION);
    assertThat(failure).hasCause(thrown);

    SimulationFailure uncaught =
        failure(
            CONFIG,
            () -> {
              try (Heddle heddle = Heddle.start(2)) {
                heddle.spawn(
                    () -> {
                      throw thrown;
                    });
              }
            });
    assertThat(uncaught.kind()).isEqualTo(Kind.EXCEPTION);
    assertThat(uncaught).hasCause(thrown);

    SimulationFailure wrong = failure(CONFIG, () -> assertThat(1).isEqualTo(2));
    assertThat(wrong.kind()).isEqualTo(Kind.ASSERTION);
  }

  @Test
  void anInvariantIsCheckedAfterEachStep() {
    AtomicInteger inside = new AtomicInteger();
    SimulationFailure failure =
        failure(
            CONFIG.withInvariant("one at most is inside", () -> inside.get() <= 1),
            () -> {
              try (Heddle heddle = Heddle.start(2)) {
                for (int i = 0; i < 2; i++) {
                  heddle.fiber(
                      "visitor",
                      () -> {
                        inside.incrementAndGet();
                        Fiber.sleep(Duration.ofMillis(1));
                        inside.decrementAndGet();
                      });
                }
              }
            });
    assertThat(failure.kind()).isEqualTo(Kind.INVARIANT);
    assertThat(failure).hasMessageContaining("one at most is inside");
  }

  @Test
  void whoRunsFirstCanFallBehindAtItsFirstPoint() {
    SimulationConfig config = CONFIG.withStrategy(new Strategy.Priorities(1, 1));
    for (int seed = 0; seed < 20; seed++) {
      assertThat(Simulation.run(seed, config, SimulationTest::readAndWrite).steps()).isPositive();
    }
  }

  @Test
  void whoGoesFromPointToPointDoesNotKeepTheOthersOff() {
    SimulationConfig config = CONFIG.withStrategy(new Strategy.Priorities(0, 0));
    for (int seed = 0; seed < 20; seed++) {
      AtomicBoolean came = new AtomicBoolean();
      Simulation.run(
          seed,
          config,
          () -> {
            try (Heddle heddle = Heddle.start(2)) {
              heddle.fiber("other", () -> came.set(true));
              while (!came.get()) {
                Simulation.point();
              }
            }
          });
    }
  }

  @Test
  void aFiberThatOutlivesItsRuntimeStaysInTheSimulation() {
    SimulationReport report =
        Simulation.run(
            1,
            CONFIG,
            () -> {
              Heddle heddle = Heddle.start(2);
              Signal signal = Signal.manual();
              Fiber<Boolean> stubborn = heddle.fiber("stubborn", () -> awaitInAnyCase(signal));
              assertThat(heddle.shutdown(Duration.ofMillis(1)).unfinished()).hasSize(1);
              signal.signal();
              assertThat(stubborn.join()).isTrue();
            });
    assertThat(report.causes()).isEmpty();
  }

  private static boolean awaitInAnyCase(Signal signal) {
    while (true) {
      try {
        signal.await();
        return Simulation.isRunning();
      } catch (InterruptedException e) {
        // goes on waiting
      }
    }
  }

  @Test
  void aCloseWaitsForBlockingCalls() {
    Simulation.run(
        1,
        CONFIG,
        () -> {
          AtomicBoolean ended = new AtomicBoolean();
          try (Heddle heddle = Heddle.start(2)) {
            heddle.spawn(
                () ->
                    heddle.blockingCall(
                        () -> {
                          Fiber.sleep(Duration.ofMillis(10));
                          ended.set(true);
                          return 1;
                        }));
          }
          assertThat(ended).isTrue();
        });
  }

  @Test
  void aFiberThatSomebodyCameInBetweenStillRuns() {
    Simulation.run(
        1,
        CONFIG,
        () -> {
          try (Heddle heddle = Heddle.start(1)) {
            Fiber<?> busy = heddle.fiber(() -> Simulation.spend(Duration.ofMillis(10)));
            Fiber.sleep(Duration.ofMillis(5));
            assertThat(busy.state()).isEqualTo(FiberState.RUNNING);
          }
        });
  }

  @Test
  void whereTheStackIsFullNobodyComesInBetween() {
    AtomicInteger points = new AtomicInteger();
    Simulation.run(
        1,
        CONFIG.withStrategy(new Strategy.Random(1)),
        () -> {
          try (Heddle heddle = Heddle.start(2)) {
            Fiber<?> deep =
                heddle.fiber(
                    () -> {
                      for (int i = 0; i < 20; i++) {
                        StackEnd.reach(i, Simulation::point);
                        points.incrementAndGet();
                      }
                    });
            while (!deep.isDone()) {
              Fiber.sleep(Duration.ofNanos(1));
            }
          }
        });
    assertThat(points).hasValue(20);
  }

  @Test
  void aProgramCanNameItsInvariantsItself() {
    SimulationFailure failure =
        failure(
            CONFIG,
            () -> {
              AtomicInteger sum = new AtomicInteger();
              Simulation.invariant("the sum is even", () -> sum.get() % 2 == 0);
              try (Heddle heddle = Heddle.start(1)) {
                heddle.invoke(() -> sum.addAndGet(2));
                heddle.invoke(() -> sum.addAndGet(1));
              }
            });
    assertThat(failure.kind()).isEqualTo(Kind.INVARIANT);
    assertThat(failure).hasMessageContaining("the sum is even");
  }

  @Test
  void chanceComesFromTheSeed() {
    Set<Long> drawn = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      Simulation.run(7, CONFIG, () -> drawn.add(Simulation.random().nextLong()));
    }
    assertThat(drawn).hasSize(1);
    Simulation.run(8, CONFIG, () -> drawn.add(Simulation.random().nextLong()));
    assertThat(drawn).hasSize(2);
  }

  @Test
  void twoWhoKeepEachOtherBusyDoNotKeepTheOthersOff() {
    SimulationConfig config = CONFIG.withStrategy(new Strategy.Priorities(0, 0)).withMost(200_000);
    for (int seed = 0; seed < 20; seed++) {
      AtomicBoolean over = new AtomicBoolean();
      Simulation.run(
          seed,
          config,
          () -> {
            try (Heddle heddle = Heddle.start(3)) {
              Signal ping = Signal.automatic();
              Signal pong = Signal.automatic();
              heddle.fiber(() -> passOn(ping, pong, over));
              heddle.fiber(() -> passOn(pong, ping, over));
              ping.signal();
              Fiber.sleep(Duration.ofMillis(1));
              over.set(true);
            }
          });
    }
  }

  private static void passOn(Signal from, Signal to, AtomicBoolean over)
      throws InterruptedException {
    while (!over.get()) {
      from.await();
      to.signal();
    }
    to.signal();
  }

  @Test
  void whoSleepsInRealTimeGoesOn() {
    for (int seed = 0; seed < 10; seed++) {
      SimulationReport report =
          Simulation.run(
              seed,
              CONFIG,
              () -> {
                try (Heddle heddle = Heddle.start(2)) {
                  List<Fiber<?>> sleepers = new ArrayList<>();
                  for (int i = 0; i < 100; i++) {
                    int millis = 1 + i / 4;
                    sleepers.add(heddle.fiber(() -> Thread.sleep(millis)));
                  }
                  sleepers.forEach(Fiber::join);
                }
              });
      assertThat(report.isRepeatable()).isFalse();
    }
  }

  @Test
  void whoIsInterruptedIsNotToldThatAllWentWell() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(
              () ->
                  Simulation.run(
                      1,
                      CONFIG.withMost(Long.MAX_VALUE),
                      () -> {
                        while (true) {
                          Fiber.yield();
                        }
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void whatIsUnderWayWhenAProgramEndsWithoutAClosingIsNotMissing() {
    for (int seed = 0; seed < 200; seed++) {
      Simulation.run(
          seed,
          CONFIG,
          () -> {
            Heddle heddle = Heddle.start(3);
            for (int i = 0; i < 3; i++) {
              Pid pid = heddle.processes().spawn((events, out) -> {});
              heddle.fiber("sender", () -> heddle.processes().send(pid, "hello"));
            }
          });
    }
  }

  @Test
  void aFailureThatNobodyJoinsIsFoundAtTheEndAlsoWithoutAClosing() {
    SimulationFailure failure =
        failure(
            CONFIG,
            () -> {
              Heddle heddle = Heddle.start(2);
              heddle.fiber(
                  "crasher",
                  () -> {
                    throw new IllegalStateException("on purpose");
                  });
              Fiber.sleep(Duration.ofSeconds(1));
            });
    assertThat(failure.kind()).isEqualTo(Kind.EXCEPTION);
    assertThat(failure).hasMessageContaining("on purpose");
  }

  @Test
  void aSimulationInsideOfAnotherIsRefused() {
    SimulationFailure failure =
        failure(CONFIG, () -> Simulation.run(1, CONFIG, SimulationTest::readAndWrite));
    assertThat(failure).hasMessageContaining("cannot run inside of another one");
  }

  @Test
  void outsideOfASimulationTheHelpersDoNothing() {
    assertThat(Simulation.isRunning()).isFalse();
    Simulation.point();
    Simulation.spend(Duration.ofDays(1));
    Simulation.note("nobody reads this");
    Simulation.invariant("nobody asks for this", () -> false);
    assertThat(Simulation.random().nextInt(1)).isZero();
  }

  @Test
  void numbersThatCannotBeAreRefused() {
    assertThatThrownBy(() -> CONFIG.withWorkers(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workers: 0, must be at least 1");
    assertThatThrownBy(() -> CONFIG.withMost(0)).hasMessageContaining("most: 0");
    assertThatThrownBy(() -> new Strategy.Random(0)).hasMessageContaining("interval: 0");
    assertThatThrownBy(() -> new Strategy.Priorities(1, 0)).hasMessageContaining("length: 0");
  }
}
