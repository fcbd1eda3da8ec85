package dev.heddle.scheduler;

/**
 * {@link KeeperRace} without a worker: who gives a {@link TimerWheel} a timer, and its keeper,
 * which says that it sleeps, asks for how long, and can be told to look up.
 */
final class KeeperModel {
  private final TimerWheel wheel = new TimerWheel(0);
  private final boolean toldEarly;
  private volatile boolean sleeping;
  private boolean told;
  private boolean sleepsForEver;

  /**
   * @param toldEarly broken on purpose: the keeper is told first, and gets the timer then
   */
  KeeperModel(boolean toldEarly) {
    this.toldEarly = toldEarly;
  }

  /** A thread outside. */
  void schedule() {
    if (toldEarly) {
      told = sleeping;
    }
    wheel.add(new NoTimer(), 1);
    if (!toldEarly) {
      told = sleeping;
    }
  }

  /** The keeper. */
  void goToSleep() {
    sleeping = true;
    sleepsForEver = wheel.nanosUntilDue(0) == TimerWheel.NEVER;
  }

  /** Afterwards: whether the keeper sleeps without end, and would not look up. */
  boolean missed() {
    return sleepsForEver && !told;
  }

  private static final class NoTimer extends Timer {
    @Override
    protected void fire() {}
  }
}
