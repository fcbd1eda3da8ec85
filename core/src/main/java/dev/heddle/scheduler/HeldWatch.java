package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A busy worker's eye on the others: who of them is held by a single item while something waits
 * behind it. Who is idle steals that; but where nobody is, it would wait for as long as the item
 * takes, an enqueued task too, which came there as part of a batch. On one worker at a time; only
 * its owner uses it.
 *
 * <p><i>Whoever is held for good is found:</i> each look at one that gets on, or has nothing, goes
 * on to the next, so two rounds of looks come to the held one twice in a row, between which it
 * stands still. <i>Who gets on is left alone:</i> between two looks the owner chooses some hundred
 * items, and a worker that chooses none in that time is held, as seen from here.
 */
final class HeldWatch {
  private final Worker worker;
  private final Scheduler scheduler;
  private int watched;
  private long progress;

  HeldWatch(Worker worker) {
    this.worker = worker;
    this.scheduler = worker.scheduler;
    this.watched = worker.index;
  }

  /** Another worker that has chosen nothing since the last look, though something waits there. */
  @Nullable Worker look() {
    int count = worker.solitary || !WorkerCounters.ON ? 0 : scheduler.registered();
    if (count < 2) {
      return null;
    }
    Worker other = scheduler.workerAt(watched);
    if (other != worker && other.keepsWaiting() && other.progress() == progress) {
      return other;
    }
    watched = (watched + 1) % count;
    if (watched == worker.index) {
      watched = (watched + 1) % count;
    }
    progress = scheduler.workerAt(watched).progress();
    return null;
  }
}
