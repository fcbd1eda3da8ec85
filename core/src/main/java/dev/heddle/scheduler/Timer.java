package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Something that happens at a time, unless it is taken back before: what a sleep, a timed wait and
 * a delay are to the scheduler. Used once. Its fields belong to the {@link TimerWheel} it is in.
 */
public abstract class Timer {
  private static final int PLACE_BITS = 12;

  /**
   * Bits 12 to 63: when it is due; 0 to 11: its place and 1. One word, as there may be a million.
   */
  private long whenAndPlace;

  @Nullable Timer previous;
  @Nullable Timer next;

  private volatile @Nullable TimerWheel wheel;

  /** For subclasses. */
  protected Timer() {}

  /**
   * Is called once the time has come, as an item, or, if it {@link #isQuick}, by whichever thread
   * notices. Must not throw or take long. May come after {@link #takeBack} was called, if both
   * happen at once.
   */
  protected abstract void fire();

  /**
   * Whether {@link #fire} neither waits nor yields nor calls what is not Heddle's own: then it is
   * called in the middle of a worker's choice, without the way through a queue.
   */
  protected boolean isQuick() {
    return false;
  }

  /**
   * Takes this timer back.
   *
   * @return whether it will not fire: false if it has, or just does
   */
  public final boolean takeBack() {
    TimerWheel in = wheel;
    return in != null && in.remove(this);
  }

  /** When it is due, in the wheel's ticks. */
  final long when() {
    return whenAndPlace >>> PLACE_BITS;
  }

  /** Level and slot in the wheel, or -1 while it is in none. */
  final int place() {
    return (int) (whenAndPlace & ((1 << PLACE_BITS) - 1)) - 1;
  }

  final void set(long when, int place) {
    whenAndPlace = (when << PLACE_BITS) | (place + 1);
  }

  /** The one wheel that it is ever in. */
  final void in(TimerWheel entered) {
    wheel = entered;
  }
}
