package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.task.Job;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Seed;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A whole runtime loses no wake-up: what is enqueued while its workers sleep or fall asleep runs.
 * On both engines, with one worker and with many more than processors; without spare workers, which
 * could come to the rescue.
 */
class RuntimeRoundsTest {
  private static final Duration TIME = Effort.time(Duration.ofMillis(300));

  private static final int TREE = 2_000;

  static Stream<Arguments> runtimes() {
    return runtimes(1, 2, 4, 8, 64);
  }

  static Stream<Arguments> runtimesOfSeveral() {
    return runtimes(2, 4, 8, 64);
  }

  private static Stream<Arguments> runtimes(int... workers) {
    return Arrays.stream(Engine.values())
        .flatMap(engine -> Arrays.stream(workers).mapToObj(count -> Arguments.of(engine, count)));
  }

  /** An item that is enqueued runs. */
  @ParameterizedTest
  @MethodSource("runtimes")
  void enqueuedItemRuns(Engine engine, int workers) {
    checkRounds(engine, workers, 3, (heddle, item) -> heddle.enqueue(item::run));
  }

  /**
   * An item that waits for another one goes on once that is done: the end of the wait makes a fiber
   * ready, which has to wake a worker as an item does.
   */
  @ParameterizedTest
  @MethodSource("runtimes")
  void waitingItemGoesOn(Engine engine, int workers) {
    checkRounds(
        engine, workers, 3, (heddle, item) -> heddle.enqueue(() -> waitAndRun(heddle, item)));
  }

  /** An item that is spawned by one that goes on for long is taken by another worker. */
  @ParameterizedTest
  @MethodSource("runtimesOfSeveral")
  void spawnedItemIsTakenByAnotherWorker(Engine engine, int workers) {
    checkRounds(
        engine, workers, 1, (heddle, item) -> heddle.enqueue(() -> spawnAndStay(heddle, item)));
  }

  private static void spawnAndStay(Heddle heddle, Runnable item) {
    AtomicBoolean ran = new AtomicBoolean();
    heddle.spawn(
        () -> {
          item.run();
          ran.set(true);
        });
    while (!ran.get()) {
      Thread.onSpinWait();
    }
  }

  /** Each node of a random tree runs exactly once, in whichever way it was given to the runtime. */
  @ParameterizedTest
  @MethodSource("runtimes")
  void treeRunsExactlyOnce(Engine engine, int workers) {
    Seed seed = Seed.of("tree, " + engine + ", " + workers + " workers");
    SplittableRandom random = seed.random(0);
    int trees = 0;
    int nodes = 0;
    try (Heddle heddle = start(engine, workers, seed)) {
      for (long start = System.nanoTime(); System.nanoTime() - start < TIME.toNanos(); trees++) {
        nodes += RuntimeTree.grow(heddle, random, TREE);
      }
    }
    System.out.printf("  %,d trees, %,d nodes%n", trees, nodes);
  }

  private static void checkRounds(
      Engine engine, int workers, int items, BiConsumer<Heddle, Runnable> enqueue) {
    Seed seed = Seed.of(engine + ", " + workers + " workers");
    try (Heddle heddle = start(engine, workers, seed)) {
      WakeRounds rounds =
          new WakeRounds(
              item -> enqueue.accept(heddle, item),
              () -> isAsleep(heddle),
              heddle::metrics,
              items,
              items > 1 && workers > 1,
              seed);
      String hung = rounds.run(TIME, Effort.STUCK);
      assertThat(hung).as("%s, %s", seed, heddle).isNull();
    }
  }

  private static void waitAndRun(Heddle heddle, Runnable item) {
    Job<Runnable> passedOn = heddle.submit(() -> item);
    passedOn.join().run();
  }

  private static Heddle start(Engine engine, int workers, Seed seed) {
    return Heddle.builder()
        .engine(engine)
        .workers(workers)
        .spareWorkers(0)
        .seed(seed.value())
        .start();
  }

  private static boolean isAsleep(Heddle heddle) {
    return heddle.metrics().workers().stream()
        .allMatch(worker -> worker.state() == WorkerMetrics.State.PARKED);
  }
}
