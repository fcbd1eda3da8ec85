package dev.heddle.scheduler;

import dev.heddle.scheduler.Worker.Tenure;

/**
 * {@link Scheduler#schedule} from outside, and the worker that is to keep the timer, which goes to
 * sleep by its own code up to the point where it asks for how long.
 */
final class KeeperRace {
  private static final class Asleep extends RuntimeException {
    private static final long serialVersionUID = 1;

    Asleep() {
      super("asleep", null, false, false);
    }
  }

  private final Scheduler scheduler = new UnstartedWorkers(1).scheduler;
  private final Worker keeper = scheduler.workerAt(0);
  private final NotedTimer timer = new NotedTimer();
  private volatile boolean told;
  private boolean missed;

  /** A thread outside. */
  void schedule() {
    scheduler.schedule(timer, System.nanoTime());
    told = true;
  }

  /** The keeper. */
  void goToSleep() {
    Permit.forget();
    keeper.begin(new Tenure(this::stopIfParked, Tenure.FOR_EVER));
    try {
      keeper.await();
    } catch (Asleep e) {
      return; // as it would be
    }
  }

  private boolean stopIfParked() {
    if (keeper.isParked()) {
      long most = scheduler.nanosUntilDue(keeper, System.nanoTime());
      missed = most == TimerWheel.NEVER && !timer.fired && !Permit.came(() -> told);
      throw new Asleep();
    }
    return false;
  }

  /** Afterwards: whether the keeper sleeps without end, and would not look up. */
  boolean missed() {
    return missed;
  }

  private static final class NotedTimer extends Timer {
    private boolean fired; // by the keeper

    @Override
    protected void fire() {
      fired = true;
    }
  }
}
