package dev.heddle.scheduler;

/** Ends a timed park. Stands as the parked thread's blocker, and shows what it waits for. */
public final class ParkTimer extends Timer {
  private final Thread thread;
  private final Object blocker;

  ParkTimer(Thread thread, Object blocker) {
    this.thread = thread;
    this.blocker = blocker;
  }

  @Override
  protected void fire() {
    Parking.unpark(thread);
  }

  @Override
  protected boolean isQuick() {
    return true;
  }

  /** What the thread waits for. */
  public Object blocker() {
    return blocker;
  }

  @Override
  public String toString() {
    return blocker.toString();
  }
}
