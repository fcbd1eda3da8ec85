package dev.heddle.scheduler;

import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The time and the chance by which a runtime lives: the system's, or, for callers inside of a
 * {@link World}, that world's. Nothing else in Heddle asks the system for either, so that a
 * simulated run depends on its seed alone.
 */
public final class Clock {
  private Clock() {}

  /** As {@link System#nanoTime()}. Costs a nanosecond more. */
  public static long nanos() {
    World world = World.current();
    return world == null ? System.nanoTime() : world.now();
  }

  /**
   * As {@link #nanos()}, but on a worker it may be the time at which the worker looked at the clock
   * last: some ten microseconds ago; in an item that takes long, when the watchdog looked last,
   * which does so four times in the time after which a worker counts as stuck, and after a long
   * rest of the runtime a second later. Costs nothing then.
   *
   * @param here the caller's worker; null outside
   */
  public static long recently(@Nullable Worker here) {
    return here == null || World.current() != null ? nanos() : here.recently();
  }

  /** As {@link Instant#now()}. */
  public static Instant instant() {
    World world = World.current();
    return world == null ? Instant.now() : Instant.EPOCH.plusNanos(world.now());
  }

  /** A number from 0 to {@code bound - 1}. */
  public static int chance(int bound) {
    World world = World.current();
    return world == null
        ? ThreadLocalRandom.current().nextInt(bound)
        : (int) Math.floorMod(world.chance(), (long) bound);
  }

  /** The next of the numbers of {@code all}; inside of a world, of that world's. */
  public static long next(AtomicLong all) {
    World world = World.current();
    return world == null ? all.incrementAndGet() : world.number();
  }

  /** A seed for somebody who draws many numbers. */
  public static long seed() {
    World world = World.current();
    return world == null ? ThreadLocalRandom.current().nextLong() : world.chance();
  }
}
