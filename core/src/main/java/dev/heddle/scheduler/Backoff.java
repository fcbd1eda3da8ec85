package dev.heddle.scheduler;

import java.util.function.LongSupplier;

/**
 * How long a worker stays away from what another one has just now, for a few instructions. The
 * first time for a moment; but if it comes back and soon meets the other again, each time twice as
 * long, up to some microseconds: then both want the same thing all the time, and what it costs to
 * bring its memory from one processor to the other and back is more than what they do with it. So
 * the one gets many things done meanwhile, and then the other does.
 *
 * <p>Only for who plays the worker.
 */
final class Backoff {
  private static final int SHORTEST = 4;
  private static final int LONGEST = 512;

  /** Who goes without another one for so long has not met it again; nanoseconds. */
  private static final long SOON = 3_000;

  private final LongSupplier clock;
  private int pause = SHORTEST;
  private long cameBack;

  /**
   * @param clock in nanoseconds
   */
  Backoff(LongSupplier clock) {
    this.clock = clock;
    this.cameBack = clock.getAsLong() - SOON;
  }

  /** Stays away; returns for how many spins. */
  int stayAway() {
    boolean again = clock.getAsLong() - cameBack < SOON;
    pause = again ? Math.min(pause * 2, LONGEST) : SHORTEST;
    Parking.spin(pause);
    cameBack = clock.getAsLong();
    return pause;
  }
}
