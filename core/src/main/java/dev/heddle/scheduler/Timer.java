package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Something that happens at a time, unless it is cancelled before: what a sleep, a timed wait and a
 * delay are to the scheduler. Used once. Its fields belong to the {@link TimerWheel} it is in.
 */
public abstract class Timer {
  /** When it is due, in the wheel's ticks. */
  long when;

  /** Level and slot in the wheel, or -1 while it is in none. */
  int place = -1;

  @Nullable Timer previous;
  @Nullable Timer next;

  private volatile @Nullable TimerWheel wheel;

  /** For subclasses. */
  protected Timer() {}

  /**
   * Is called once the time has come, by whichever thread notices. Must not throw, block or take
   * long. May come after {@link #cancel} was called, if both happen at once.
   */
  protected abstract void fire();

  /**
   * Takes this timer back.
   *
   * @return whether it will not fire: false if it has, or just does
   */
  public final boolean cancel() {
    TimerWheel in = wheel;
    return in != null && in.remove(this);
  }

  /** The one wheel that it is ever in. */
  final void in(TimerWheel entered) {
    wheel = entered;
  }
}
