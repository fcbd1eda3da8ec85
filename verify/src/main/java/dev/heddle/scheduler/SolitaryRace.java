package dev.heddle.scheduler;

import dev.heddle.scheduler.Worker.Tenure;

/** A worker of a bound thread that goes to sleep, by its own code, and who gives it something. */
final class SolitaryRace {
  private static final class Asleep extends RuntimeException {
    private static final long serialVersionUID = 1;

    Asleep() {
      super("asleep", null, false, false);
    }
  }

  private final Worker worker = new Worker(new UnstartedWorkers(1).scheduler, 1, true);
  private volatile boolean sent;
  private boolean missed;

  SolitaryRace() {
    worker.begin(new Tenure(this::stopIfAsleep, Tenure.FOR_EVER));
  }

  void send() {
    worker.addBoundReady(() -> {});
    sent = true;
  }

  void sleep() {
    Permit.forget();
    try {
      worker.await();
    } catch (Asleep e) {
      return; // as it would be
    }
  }

  /** Is asked when it has looked for mail, and would park next. */
  private boolean stopIfAsleep() {
    if (worker.isParked()) {
      missed = !Permit.came(() -> sent);
      throw new Asleep();
    }
    return false;
  }

  /** Afterwards: whether it sleeps on its mail. */
  boolean missed() {
    return missed;
  }
}
