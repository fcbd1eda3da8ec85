package dev.heddle.verify;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Two threads meet again and again, each time over a new object, and may really block. They start
 * each round together, up to a random moment, so that all ways to meet come up.
 */
public final class Duel {
  private static final int LONGEST_DELAY = 60;
  private static final int SPINS = 200;
  private static final long STOP = Long.MAX_VALUE;

  /** What the two do in one round. */
  public interface Round {
    /** One thread. */
    void left() throws Exception;

    /** The other. */
    void right() throws Exception;
  }

  private final Supplier<? extends Round> make;
  private final Seed seed;
  private final Duration stuck;

  /** Those of the current round and of the next one; left may be one ahead. */
  private final AtomicReferenceArray<Round> rounds = new AtomicReferenceArray<>(2);

  private volatile long leftAt;
  private volatile long rightAt;
  private volatile boolean over;
  private volatile boolean aborted;
  private volatile @Nullable Throwable failure;

  private Duel(Supplier<? extends Round> make, Seed seed, Duration stuck) {
    this.make = make;
    this.seed = seed;
    this.stuck = stuck;
  }

  /**
   * Goes on for {@code time}, or until a round gets stuck.
   *
   * @param stuck how long a round may take before it counts as stuck
   * @return the stacks of all threads if a round got stuck, else null
   * @throws AssertionError if a side threw
   */
  public static @Nullable String fight(
      Supplier<? extends Round> make, Seed seed, Duration time, Duration stuck)
      throws InterruptedException {
    return new Duel(make, seed, stuck).run(time);
  }

  private @Nullable String run(Duration time) throws InterruptedException {
    Thread left = start("duel-left", this::fightLeft);
    Thread right = start("duel-right", this::fightRight);
    String hung = watch(time);
    over = true;
    if (hung != null || failure != null) {
      aborted = true;
      left.interrupt();
      right.interrupt();
    }
    boolean ended = left.join(stuck) && right.join(stuck);
    System.out.printf("  %,d rounds%s%n", rightAt, hung == null ? "" : ", then stuck");
    Throwable thrown = failure;
    if (thrown != null && hung == null) {
      throw new AssertionError("in round " + rightAt + ", " + seed, thrown);
    }
    return hung == null && !ended ? ThreadDump.take() : hung;
  }

  private static Thread start(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true); // a stuck one may be beyond interrupts
    thread.start();
    return thread;
  }

  private @Nullable String watch(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end && failure == null) {
      long before = rightAt;
      if (!Watched.becomes(() -> rightAt != before || failure != null, stuck)) {
        return ThreadDump.take();
      }
    }
    return null;
  }

  private void fightLeft() {
    SplittableRandom random = seed.random(1);
    try {
      for (long i = 1; !over; i++) {
        rounds.set((int) (i & 1), make.get());
        leftAt = i;
        long number = i;
        if (!meet(() -> rightAt >= number)) {
          return;
        }
        delay(random);
        rounds.get((int) (i & 1)).left();
      }
    } catch (Throwable e) {
      failure = e;
    } finally {
      leftAt = STOP;
    }
  }

  private void fightRight() {
    SplittableRandom random = seed.random(2);
    try {
      for (long i = 1; ; i++) {
        rightAt = i;
        long number = i;
        if (!meet(() -> leftAt >= number) || leftAt == STOP) {
          return;
        }
        delay(random);
        rounds.get((int) (i & 1)).right();
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  private interface Condition {
    boolean holds();
  }

  private boolean meet(Condition arrived) {
    for (int spin = 0; !arrived.holds(); spin++) {
      if (aborted) {
        return false;
      }
      if (spin < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
    return true;
  }

  private static void delay(SplittableRandom random) {
    for (int i = random.nextInt(LONGEST_DELAY); i > 0; i--) {
      Thread.onSpinWait();
    }
  }
}
