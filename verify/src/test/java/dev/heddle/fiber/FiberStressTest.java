package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.scheduler.WithoutWatchdog;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Seed;
import dev.heddle.verify.ThreadDump;
import dev.heddle.verify.Watched;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything at once: fibers, tasks, threads and virtual threads of the JDK use all primitives, in
 * timed and untimed waits, with interrupts and cancels at any moment. After each round nothing is
 * lost, doubled or left behind. A round in which nothing happens for long fails with all fibers and
 * stacks. Without spare workers and without the watchdog, which could come to the rescue.
 */
class FiberStressTest {
  private static final Duration TIME = Effort.time(Duration.ofMillis(500), Duration.ofMinutes(1));
  private static final int USERS = 24;
  private static final int STEPS = 60;

  static Stream<Arguments> runtimes() {
    return Arrays.stream(Engine.values())
        .flatMap(
            engine ->
                Stream.of(
                    Arguments.of(engine, 0, true),
                    Arguments.of(engine, 1, false),
                    Arguments.of(engine, 2, false),
                    Arguments.of(engine, 2, true),
                    Arguments.of(engine, 8, true)));
  }

  /** On a runtime of so many workers, and the thread that starts it all bound to it or not. */
  @ParameterizedTest
  @MethodSource("runtimes")
  void nothingIsLostOrLeftBehind(Engine engine, int workers, boolean bound) throws Exception {
    Seed seed = Seed.of("stress, %s, %d workers, bound: %s".formatted(engine, workers, bound));
    SplittableRandom random = seed.random(0);
    long start = System.nanoTime();
    int rounds = 0;
    Heddle heddle = start(engine, workers, seed);
    while (rounds == 0 || System.nanoTime() - start < TIME.toNanos()) {
      StressRound round = new StressRound(heddle, USERS, STEPS, bound, random.split());
      if (!round.run(Effort.STUCK)) {
        fail("%s hangs in round %d, %s%n%s", seed, rounds, heddle.metrics(), report(heddle));
      }
      checkAtRest(heddle);
      rounds++;
    }
    System.out.printf("  %,d rounds%n", rounds);
    heddle.close();
  }

  private static void checkAtRest(Heddle heddle) {
    if (!Watched.becomes(() -> heddle.dump().fibers().isEmpty(), Effort.STUCK)) {
      fail("fibers are left: %s", report(heddle));
    }
    assertThat(heddle.metrics().timers()).as("timers").isZero();
    assertThat(heddle.metrics().sharedQueue()).as("shared queue").isZero();
  }

  private static String report(Heddle heddle) {
    return heddle.dump() + "\n" + ThreadDump.take();
  }

  private static Heddle start(Engine engine, int workers, Seed seed) {
    Heddle heddle =
        Heddle.builder().engine(engine).workers(workers).spareWorkers(0).seed(seed.value()).start();
    return workers == 0 ? heddle : WithoutWatchdog.of(heddle);
  }
}
