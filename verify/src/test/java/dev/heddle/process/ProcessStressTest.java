package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.scheduler.WithoutWatchdog;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Seed;
import dev.heddle.verify.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything that processes do, at once and at random: they send, hand over by ports, yield
 * commands, crash, complete and are killed, with bounded mailboxes and without, from inside and
 * outside; and the runtime is closed at rest or in the middle. Each message is handled or dead,
 * once, in its sender's order; each process is closed once; the counts balance. Without spare
 * workers and without the watchdog, which could come to the rescue.
 */
class ProcessStressTest {
  private static final Duration TIME = Effort.time(Duration.ofMillis(400), Duration.ofMinutes(1));

  /**
   * Longer than what counts as stuck: so a close that is stuck is seen before it forces anybody.
   */
  private static final Duration PATIENT = Effort.STUCK.multipliedBy(3);

  private static final int LETTERS = 3_000;
  private static final int OUTSIDERS = 2;
  private static final Logger LOG = Logger.getLogger("dev.heddle");

  /** Dead letters and forced ends are what this is about. */
  @BeforeAll
  static void logNothing() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void logAgain() {
    LOG.setLevel(null);
  }

  static Stream<Arguments> runtimes() {
    return Arrays.stream(Engine.values())
        .flatMap(engine -> Stream.of(1, 2, 4, 64).map(workers -> Arguments.of(engine, workers)));
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void everythingIsAccountedFor(Engine engine, int workers) throws Exception {
    Seed seed = Seed.of("processes, %s, %d workers".formatted(engine, workers));
    SplittableRandom random = seed.random(0);
    long start = System.nanoTime();
    int rounds = 0;
    long members = 0;
    while (rounds < 2 || System.nanoTime() - start < TIME.toNanos()) {
      boolean atRest = rounds % 2 == 0;
      members += new Round(engine, workers, seed, random.split()).run(atRest);
      rounds++;
    }
    System.out.printf("  %,d rounds, %,d processes%n", rounds, members);
  }

  private static final class Round {
    private final Seed seed;
    private final SplittableRandom random;
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Heddle heddle;
    private final ProcessCrowd crowd;

    Round(Engine engine, int workers, Seed seed, SplittableRandom random) {
      this.seed = seed;
      this.random = random;
      heddle =
          Heddle.builder()
              .engine(engine)
              .workers(workers)
              .spareWorkers(0)
              .seed(random.nextLong())
              .uncaughtExceptionHandler((thread, e) -> uncaught(e))
              .start();
      WithoutWatchdog.of(heddle);
      crowd = new ProcessCrowd(heddle, LETTERS, failures);
    }

    private void uncaught(Throwable e) {
      if (!ProcessCrowd.isOnPurpose(e)) {
        failures.add(e);
      }
    }

    /** Closes the runtime at rest, or in the middle. */
    int run(boolean atRest) {
      List<Thread> outsiders = new ArrayList<>();
      for (int i = 0; i < OUTSIDERS; i++) {
        SplittableRandom own = random.split();
        outsiders.add(start("outsider-" + i, () -> crowd.disturb(own)));
      }
      int enough = atRest ? LETTERS : random.nextInt(LETTERS);
      await(() -> crowd.letters.written() >= enough, "letters");
      if (atRest) {
        await(() -> outsiders.stream().noneMatch(Thread::isAlive), "the end of the outsiders");
        await(crowd::isAtRest, "rest");
      }
      close(atRest);
      await(() -> outsiders.stream().noneMatch(Thread::isAlive), "the end of the outsiders");
      if (!Watched.becomes(() -> crowd.complaint().isEmpty(), Effort.STUCK)) {
        fail("%s: %s%n%s", seed, crowd.complaint(), crowd.report());
      }
      checkNothingFailed();
      return crowd.size();
    }

    private void close(boolean atRest) {
      AtomicReference<ShutdownReport> report = new AtomicReference<>();
      Duration timeout =
          atRest || random.nextBoolean() ? PATIENT : Duration.ofMillis(random.nextInt(5));
      Thread closer = start("closer", () -> report.set(heddle.shutdown(timeout)));
      await(() -> !closer.isAlive(), "the close");
      assertThat(report.get()).as("%s", seed).isNotNull();
      if (atRest) {
        assertThat(report.get().orderly()).as("%s, %s", seed, report.get()).isTrue();
      }
    }

    private static Thread start(String name, Runnable body) {
      Thread thread = new Thread(body, name);
      thread.setDaemon(true); // a stuck one stays
      thread.start();
      return thread;
    }

    /** Waits, as long as something happens. */
    private void await(BooleanSupplier done, String what) {
      boolean isDone = false;
      while (!isDone) {
        long before = crowd.progressSoFar();
        boolean moved =
            Watched.becomes(
                () ->
                    done.getAsBoolean()
                        || crowd.failure() != null
                        || crowd.progressSoFar() != before,
                Effort.STUCK);
        checkNothingFailed();
        if (!moved) {
          fail("%s: hangs in the wait for %s%n%s", seed, what, crowd.report());
        }
        isDone = done.getAsBoolean();
      }
    }

    private void checkNothingFailed() {
      Throwable failure = crowd.failure();
      if (failure != null) {
        throw new AssertionError(seed.toString(), failure);
      }
    }
  }
}
