package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * What a worker brings from elsewhere: from the shared queue, or from other workers. Only its owner
 * calls.
 */
final class Supply {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final Worker worker;
  private final Scheduler scheduler;
  private final WorkerCounters counters;
  private final NextWatch watch;
  private final HeldWatch held;
  private final @Nullable Work[] loot = new Work[WorkDeque.BATCH];
  private int sharedLane;
  private long random;
  private boolean readyFirst;

  Supply(Worker worker, WorkerCounters counters) {
    this.worker = worker;
    this.scheduler = worker.scheduler;
    this.counters = counters;
    this.watch = new NextWatch(scheduler);
    this.held = new HeldWatch(worker);
    this.random = scheduler.settings.seed() + (worker.index + 1) * GOLDEN;
  }

  /** The oldest of the shared queue, and this worker's part of it into the deque. */
  @Nullable Object takeShared() {
    if (worker.solitary) {
      return null;
    }
    SharedQueue shared = scheduler.shared;
    Object first = null;
    while (first == null) {
      Work item = shared.poll(sharedLane++);
      if (item == null) {
        return null;
      }
      first = Slip.claimed(item);
    }
    moveShared(shared);
    return first;
  }

  /** Brings this worker's part of the shared queue over, so that the oldest is the next to pop. */
  private void moveShared(SharedQueue shared) {
    long fair = shared.size() / Math.max(1, scheduler.workers());
    int n = 0;
    int limit = (int) Math.min(fair, loot.length);
    Work item;
    while (n < limit && (item = shared.poll(sharedLane++)) != null) {
      loot[n++] = item;
    }
    if (n > 0) {
      counters.add(WorkerCounters.BATCHES, 1);
      counters.add(WorkerCounters.BATCH_ITEMS, n);
      pushLoot(0, n);
    }
  }

  /** Pushes {@code loot[from..n)}, last first, and tells the others. */
  private void pushLoot(int from, int n) {
    for (int i = n - 1; i >= from; i--) {
      Work item = loot[i];
      loot[i] = null;
      if (item != null) {
        worker.putForSure(item);
      }
    }
    scheduler.idle.workAdded(); // while in our hands they were in no queue that others look into
  }

  /** Something of another worker's, and more of the same into the deque. */
  @Nullable Object steal() {
    int count = worker.solitary ? 0 : scheduler.registered();
    int start = count == 0 ? 0 : (int) ((nextRandom() >>> 33) % count);
    for (int i = 0; i < count; i++) {
      Worker victim = scheduler.workerAt((start + i) % count);
      if (victim != worker) {
        Object taken = stealFrom(victim, WorkDeque.BATCH);
        if (taken != null) {
          return taken;
        }
      }
    }
    return null;
  }

  /**
   * @param most of its deque
   */
  private @Nullable Object stealFrom(Worker victim, int most) {
    counters.add(WorkerCounters.STEALS_TRIED, 1);
    int n;
    do {
      n = most <= 0 ? 0 : victim.deque.steal(loot, most);
    } while (n == WorkDeque.CONTENDED);
    if (n > 0) {
      countSteal(victim, n);
      return firstOfLoot(n);
    }
    return stealReady(victim, stealNext(victim));
  }

  /** What is ready at {@code victim}, unless {@code next} was taken there. */
  private @Nullable Object stealReady(Worker victim, @Nullable Object next) {
    Object taken = next;
    Object entry;
    while (taken == null && (entry = victim.ready.poll()) != null) {
      taken = Slip.claimed(entry);
    }
    if (taken != null) {
      countSteal(victim, 1);
    }
    return taken;
  }

  /** Whether something waits behind another worker's long item. */
  boolean seesHeld() {
    return held.look() != null;
  }

  /**
   * Something that waits behind another worker's long item, and more of the same: for a worker that
   * need not steal, but would have to for the others' sake.
   */
  @Nullable Object takeFromHeld() {
    Worker victim = held.look();
    if (victim == null) {
      return null;
    }
    int most = held.most();
    held.next();
    readyFirst = !readyFirst; // in turns: what holds it may go on adding to either
    NextSlip next = readyFirst ? victim.next.waiting() : null;
    Object taken = readyFirst ? stealReady(victim, next == null ? null : next.claimNext()) : null;
    if (taken == null) {
      return stealFrom(victim, most);
    }
    counters.add(WorkerCounters.STEALS_TRIED, 1);
    return taken;
  }

  /**
   * What {@code victim} would go on with next, if that is open, or has stood still for a while as
   * seen from here. Looks at the process itself only then: its waker may be sending it more, and
   * would have to wait for the cache line.
   */
  private @Nullable Object stealNext(Worker victim) {
    NextSlip slip = victim.next.peek();
    if (slip == null || !(victim.isHasty() || watch.hasStoodStill(victim))) {
      return null;
    }
    watch.end();
    return slip.claimNext();
  }

  private void countSteal(Worker victim, int items) {
    if (StealEvent.isOn()) {
      StealEvent.tell(worker, victim, items);
    }
    counters.add(WorkerCounters.STEALS_MADE, 1);
    counters.add(WorkerCounters.ITEMS_STOLEN, items);
  }

  private @Nullable Object firstOfLoot(int n) {
    Object first = null;
    int i = 0;
    while (first == null && i < n) {
      Work item = loot[i];
      loot[i++] = null;
      first = item == null ? null : Slip.claimed(item);
    }
    if (i < n) {
      pushLoot(i, n);
    }
    return first;
  }

  private long nextRandom() {
    long z = random += GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    return z ^ (z >>> 27);
  }
}
