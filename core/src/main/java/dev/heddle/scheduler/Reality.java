package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What is outside of a {@link World} and has a part in it all the same: threads that are not
 * simulated, real time, I/O. What they bring about stands here until the world's thread looks, and
 * why a run may not be repeatable is kept.
 */
final class Reality {
  /** How long real threads get to bring something about when all simulated ones wait; ns. */
  private static final long PATIENCE = 200_000_000;

  /** The same if somebody waits for real time or I/O. */
  private static final long LONG_PATIENCE = 30_000_000_000L;

  private final Thread world;
  private final ConcurrentLinkedQueue<Runnable> arrivals = new ConcurrentLinkedQueue<>();
  private final Set<String> causes = new ConcurrentSkipListSet<>();
  private volatile boolean awaited;

  Reality(Thread world) {
    this.world = world;
  }

  /** Anybody: whether the caller is simulated here; if not, its {@code deed} is noted. */
  boolean isElsewhere(String deed) {
    if (Loom.currentCarrier() == world) {
      return false;
    }
    causes.add("the thread '" + Thread.currentThread().getName() + "', not simulated, " + deed);
    return true;
  }

  /** Anybody: the world's thread shall do {@code deed}. */
  void arrive(Runnable deed) {
    arrivals.add(deed);
    LockSupport.unpark(world);
  }

  /** The world's thread: does what has arrived. */
  void takeArrivals() {
    Runnable deed;
    while ((deed = arrivals.poll()) != null) {
      deed.run();
    }
  }

  /**
   * The world's thread, when everybody waits: waits for something from outside.
   *
   * @param still whether nothing else has happened meanwhile
   * @return whether something has
   */
  boolean await(Collection<Thread> fibers, BooleanSupplier still) {
    long patience = isExpected(fibers) ? LONG_PATIENCE : PATIENCE;
    long start = System.nanoTime();
    awaited = true;
    // To look at a stack holds its thread up; whoever should have gone on meanwhile does so by us.
    while (arrivals.isEmpty() && still.getAsBoolean() && System.nanoTime() - start < patience) {
      LockSupport.parkNanos(this, patience);
    }
    awaited = false;
    return !arrivals.isEmpty() || !still.getAsBoolean();
  }

  /** Whether one of {@code fibers} waits for real time or I/O; who does is kept as a cause. */
  boolean isExpected(Collection<Thread> fibers) {
    boolean expected = false;
    for (Thread fiber : fibers) {
      if (waitsForReality(fiber)) {
        expected = true;
        causes.add(fiber.getName() + " waits for real time or I/O at " + place(fiber));
      }
    }
    return expected;
  }

  /** Anybody: whether everybody waits for it. */
  boolean isAwaited() {
    return awaited;
  }

  /** Anybody: why the run may not be repeatable. */
  Collection<String> causes() {
    return causes;
  }

  private static boolean waitsForReality(Thread fiber) {
    if (Loom.stateOf(fiber).startsWith("TIMED_")) {
      return true;
    }
    for (StackTraceElement frame : fiber.getStackTrace()) {
      if (frame.getClassName().startsWith("sun.nio.ch.")) {
        return true;
      }
    }
    return false;
  }

  private static String place(Thread fiber) {
    for (StackTraceElement frame : fiber.getStackTrace()) {
      if (!frame.getClassName().matches("(java|jdk|sun)\\..*")) {
        return frame.toString();
      }
    }
    return "an unknown place";
  }
}
