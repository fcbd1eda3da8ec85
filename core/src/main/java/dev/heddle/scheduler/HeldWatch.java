package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A busy worker's eye on the others: who of them is held by a single item while something waits
 * behind it. Who is idle steals that; but where nobody is, it would wait for as long as the item
 * takes, an enqueued task too, which came there as part of a batch. On one worker at a time; only
 * its owner uses it.
 *
 * <p><i>Whoever is held for good is found:</i> a look at one that gets on or has nothing goes on to
 * the next, and so does the watch after something was taken, so that one who is held and adds ever
 * more does not hide the others. <i>Who gets on is left alone,</i> mostly: it takes {@link #STILL}
 * looks in a row at a worker that chooses nothing, and between two looks the owner has chosen as
 * many items as there are between two turns.
 *
 * <p>A long computation that divides itself gets on by what its joins take back, and by what it
 * calls, but never to what waits behind it. From such a worker only that is taken: its parts are
 * the work of who is idle, and a busy worker that took one might be at it for long.
 */
final class HeldWatch {
  /** How many looks in a row have to see no choice. */
  static final int STILL = 16;

  private final Worker worker;
  private final Scheduler scheduler;
  private int watched;
  private long choices;
  private long progress;
  private int still;

  HeldWatch(Worker worker) {
    this.worker = worker;
    this.scheduler = worker.scheduler;
    this.watched = worker.index;
  }

  /** Another worker that has chosen nothing for a while, though something waits there. */
  @Nullable Worker look() {
    if (worker.solitary || !WorkerCounters.ON || scheduler.registered() < 2) {
      return null;
    }
    Worker other = scheduler.workerAt(watched);
    if (other == worker || other.choices() != choices || !other.keepsWaiting()) {
      next();
      return null;
    }
    still = Math.min(still + 1, STILL);
    return still == STILL ? other : null;
  }

  /** How much of its deque may be taken from the worker that a look has returned. */
  int most() {
    Worker other = scheduler.workerAt(watched);
    return other.progress() == progress ? WorkDeque.BATCH : other.deque.older();
  }

  /** Watches the next one: what was to be had from this one has been taken. */
  void next() {
    int count = scheduler.registered();
    watched = (watched + 1) % count;
    if (watched == worker.index) {
      watched = (watched + 1) % count;
    }
    Worker other = scheduler.workerAt(watched);
    choices = other.choices();
    progress = other.progress();
    still = 0;
  }
}
