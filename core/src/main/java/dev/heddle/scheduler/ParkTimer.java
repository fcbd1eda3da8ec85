package dev.heddle.scheduler;

/** Ends a timed park. Stands as the parked thread's blocker, and shows what it waits for. */
public final class ParkTimer extends Timer {
  private final Thread thread;
  private final Object blocker;
  private final long deadline;

  ParkTimer(Thread thread, Object blocker, long deadline) {
    this.thread = thread;
    this.blocker = blocker;
    this.deadline = deadline;
  }

  @Override
  protected void fire() {
    Parking.unpark(thread);
  }

  /** What the thread waits for. */
  public Object blocker() {
    return blocker;
  }

  /** Until when, by {@link System#nanoTime()}. */
  public long deadline() {
    return deadline;
  }

  @Override
  public String toString() {
    return blocker.toString();
  }
}
