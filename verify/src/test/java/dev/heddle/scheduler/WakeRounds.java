package dev.heddle.scheduler;

import dev.heddle.verify.Seed;
import dev.heddle.verify.ThreadDump;
import dev.heddle.verify.Watched;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Again and again: a thread from outside adds work, and waits until it is done. A wake-up that is
 * lost stops the rounds. What is random:
 *
 * <ul>
 *   <li>the work is added when all workers sleep, or a moment after the last item was done, when
 *       they are about to;
 *   <li>it is one item, or several, or two that each wait for the other to run and so need two
 *       workers: the one that takes the first must see to it that another one comes.
 * </ul>
 */
final class WakeRounds {
  private static final int DELAYS = 12;
  private static final int FEWEST_ROUNDS = 100;
  private static final int ONE_PAIR_IN = 16; // they spin, which is slow where processors are few

  private final Consumer<Runnable> enqueue;
  private final BooleanSupplier asleep;
  private final Supplier<?> state;
  private final int mostItems;
  private final boolean pairs;
  private final SplittableRandom random;
  private final AtomicLong ran = new AtomicLong();
  private long added;
  private volatile boolean stuck;

  /**
   * @param enqueue adds an item to the pool
   * @param asleep whether all its workers sleep
   * @param state what it says of itself, for the report when a round is stuck
   * @param mostItems how many are added at once, at most
   * @param pairs whether two items may wait for each other: takes two items and two workers
   */
  WakeRounds(
      Consumer<Runnable> enqueue,
      BooleanSupplier asleep,
      Supplier<?> state,
      int mostItems,
      boolean pairs,
      Seed seed) {
    this.enqueue = enqueue;
    this.asleep = asleep;
    this.state = state;
    this.mostItems = mostItems;
    this.pairs = pairs;
    this.random = seed.random(0);
  }

  /**
   * Goes on for {@code time}, or until a round gets stuck.
   *
   * @param limit how long a round may take before it counts as stuck
   * @return the pool's state and all threads' stacks when a round got stuck, else null
   */
  @Nullable String run(Duration time, Duration limit) {
    long start = System.nanoTime();
    long rounds = 0;
    while (rounds < FEWEST_ROUNDS || System.nanoTime() - start < time.toNanos()) {
      if (random.nextBoolean()) {
        Watched.await(asleep, "that all workers sleep");
      } else {
        delay();
      }
      addWork();
      if (!Watched.becomes(() -> ran.get() == added, limit)) {
        System.out.printf("  stuck in round %,d%n", rounds);
        String report = state.get() + "\n" + ThreadDump.take();
        stuck = true;
        return report;
      }
      rounds++;
    }
    System.out.printf("  %,d rounds%n", rounds);
    return null;
  }

  /** Of any order of magnitude, because a worker falls asleep now faster, now slower. */
  private void delay() {
    for (int i = random.nextInt(1 << random.nextInt(DELAYS)); i > 0; i--) {
      Thread.onSpinWait();
    }
  }

  private void addWork() {
    if (pairs && random.nextInt(ONE_PAIR_IN) == 0) {
      AtomicInteger running = new AtomicInteger();
      add(2, () -> waitForTheOther(running));
    } else {
      add(1 + random.nextInt(mostItems), () -> {});
    }
  }

  private void add(int items, Runnable body) {
    added += items;
    for (int i = 0; i < items; i++) {
      enqueue.accept(
          () -> {
            body.run();
            ran.incrementAndGet();
          });
    }
  }

  private void waitForTheOther(AtomicInteger running) {
    running.incrementAndGet();
    while (running.get() < 2 && !stuck) {
      Thread.onSpinWait();
    }
  }
}
