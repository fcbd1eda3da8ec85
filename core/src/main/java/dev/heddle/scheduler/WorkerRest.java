package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does when it has nothing to do: it searches and spins for a moment, then sleeps
 * until it is woken, as {@link IdleSet} says, or until one of its timers is due. Called by the
 * thread that plays the worker, except for {@link #unpark} and {@link #isSearching}.
 */
final class WorkerRest {
  /** How often the lookout looks while others are busy; nanoseconds. */
  static final long LOOK = 1_000_000;

  /**
   * How long a patient searcher pauses between two looks, about half a microsecond. It does not
   * yield to other programs at first: a worker that did so came up to a millisecond late when it
   * was woken on a busy machine (docs/performance.md).
   */
  private static final int PAUSE = 30;

  /** From this look on a searcher, who was told to spin for long, yields all the same. */
  private static final int LONG = 16;

  private final Worker worker;
  private final Scheduler scheduler;
  private final int index;
  private final WorkerCounters counters;
  private volatile boolean searching;
  private volatile boolean asleep;

  /** Owner: whether a runner rests in the place of the thread that it is mounted on. */
  private boolean onRunner;

  /** Owner: whether the last rest was ended by work, which takes a runner. */
  private boolean broughtWork;

  /** Owner: when it got up, by the clock. */
  private long upAt;

  /** Written before the worker announces that it parks, read by who cleared its bit. */
  private volatile @Nullable Thread sleeper;

  WorkerRest(Worker worker, WorkerCounters counters) {
    this.worker = worker;
    this.scheduler = worker.scheduler;
    this.index = worker.index;
    this.counters = counters;
  }

  /**
   * Whether the runner that has found nothing shall rest itself. If what comes is work, it has a
   * runner at once; if it is a fiber, the runner is in the way. So as the last rest was ended will
   * the next one be, is the guess. Not if the search would yield: on a runner that means to leave.
   */
  boolean isForRunner(Worker.Tenure now) {
    return broughtWork
        && now.patience() == Worker.Tenure.FOR_EVER
        && !worker.solitary
        && scheduler.settings.spinLimit() <= LONG
        && Loom.canParkCarrier();
  }

  /** As {@link #await}, by a runner, which stays mounted. */
  @Nullable Object awaitOnRunner(Worker.Tenure now) {
    onRunner = true;
    try {
      return await(now);
    } finally {
      onRunner = false;
    }
  }

  boolean isOnRunner() {
    return onRunner;
  }

  /** What to run next, or null once the tenure is over or its patience ran out. */
  @Nullable Object await(Worker.Tenure now) {
    while (!now.over().getAsBoolean()) {
      Object next = worker.choose();
      if (next == null) {
        next = search(now.over());
      }
      if (next != null) {
        stopSearching();
        broughtWork = next instanceof Work;
        return next;
      }
      ParkEvent event = ParkEvent.isOn() ? ParkEvent.begin(worker) : null;
      boolean stays = park(now);
      if (event != null) {
        event.tell();
      }
      if (!stays) {
        return null;
      }
    }
    stopSearching();
    return null;
  }

  private @Nullable Object search(BooleanSupplier over) {
    SchedulerSettings settings = scheduler.settings;
    if (worker.solitary) {
      return null;
    }
    if (!searching) {
      searching = scheduler.idle.tryStartSearching(settings.searchLimit());
      if (!searching) {
        return null;
      }
    }
    for (int spin = 0; spin < settings.spinLimit() && !over.getAsBoolean(); spin++) {
      counters.add(WorkerCounters.SPINS, 1);
      pauseBefore(spin, settings.tightSpins());
      Object next = worker.choose();
      if (next != null) {
        return next;
      }
    }
    return null;
  }

  private static void pauseBefore(int spin, int tight) {
    if (spin >= Math.max(tight, LONG)) {
      Thread.yield();
      return;
    }
    int pause = spin < tight ? 1 : PAUSE;
    for (int i = 0; i < pause; i++) {
      Thread.onSpinWait();
    }
  }

  /** Has found something, or goes. */
  void stopSearching() {
    if (searching) {
      searching = false;
      if (scheduler.idle.stopSearching() && scheduler.hasWork()) {
        scheduler.idle.wakeOne();
      }
    }
  }

  /** S1 to S5 of {@link IdleSet}; false if the tenure is over or the patience ran out. */
  private boolean park(Worker.Tenure now) {
    if (worker.solitary) {
      worker.releaseMemory();
      return sleepAlone(now);
    }
    lieDown();
    boolean stay;
    try {
      lookOnceMore();
      stay = sleep(now);
    } finally { // a timer that fires has no memory, say: whoever plays the worker next starts anew
      getUp(upAt);
    }
    return stay || searching;
  }

  // The steps to a sleep and back. A thread takes them one after the other; in a world others act
  // in between.

  /** S1 and S2. */
  void lieDown() {
    assert Memory.suffices("a rest");
    worker.releaseMemory();
    sleeper = Loom.currentCarrier();
    counters.add(WorkerCounters.PARKS, 1); // before: who sees it parked sees it counted
    scheduler.idle.announce(index);
    if (searching) {
      searching = false;
      scheduler.idle.stopSearching();
    }
  }

  /** S3 and S4. */
  void lookOnceMore() {
    IdleSet idle = scheduler.idle;
    VarHandle.fullFence(); // S3; with the ones in workAdded and wakeForMail
    if (scheduler.hasWork()) {
      idle.wakeOne();
    }
    if (worker.hasMail()) {
      idle.wake(index);
    }
    scheduler.parked();
  }

  /** Whether this sleeper is the lookout for now; who is not has nothing left to look for. */
  boolean isLookout() {
    IdleSet idle = scheduler.idle;
    boolean looks = scheduler.isBusy() && idle.isLookout(index);
    if (!looks) {
      idle.stopLooking(index);
      if (scheduler.hasWork()) {
        idle.wakeOne(); // was left to this one's next look
      }
    }
    return looks;
  }

  /** How long to sleep at once: for {@code nanos} at most, or until a timer is due. */
  long longestNap(long nanos, long now, boolean looks) {
    long most = Math.min(nanos, scheduler.nanosUntilDue(worker, now));
    return looks ? Math.min(most, LOOK) : most;
  }

  /** Fires what is due, and, as the lookout, looks round; gets up if there was something. */
  void lookUp(long now, boolean looks) {
    IdleSet idle = scheduler.idle;
    if (idle.isParked(index) && (scheduler.fireDue(worker, now, looks) || (looks && look()))) {
      idle.wake(index);
    }
  }

  /** Somebody has woken this one, or it has to go: who was woken searches. */
  void getUp(long now) {
    scheduler.idle.stopLooking(index);
    searching = !scheduler.idle.withdraw(index);
    if (searching) {
      counters.add(WorkerCounters.WAKE_UPS, 1);
    }
    worker.slept(now);
  }

  /** S5: sleeps until it is woken; false if the tenure is over or the patience ran out. */
  private boolean sleep(Worker.Tenure now) {
    IdleSet idle = scheduler.idle;
    long patience = now.patience();
    long start = Clock.nanos();
    long time = start;
    upAt = start;
    while (idle.isParked(index)) {
      if (now.over().getAsBoolean()) {
        return false;
      }
      long left = patience == Worker.Tenure.FOR_EVER ? patience : patience - (time - start);
      if (left <= 0) {
        return false;
      }
      time = nap(left, time);
      upAt = time;
    }
    return true;
  }

  /**
   * Sleeps for {@code nanos} at most, or until a timer is due; as the lookout not for long.
   *
   * @return the time after it
   */
  private long nap(long nanos, long before) {
    boolean looks = isLookout();
    long most = longestNap(nanos, before, looks);
    if (onRunner) {
      parkOnRunner(most);
    } else if (most == Worker.Tenure.FOR_EVER) {
      LockSupport.park(this);
    } else {
      LockSupport.parkNanos(this, most);
    }
    long now = Clock.nanos();
    lookUp(now, looks);
    return now;
  }

  /**
   * Interrupts are for nobody here, and would end each nap at once: that of the runner, and that of
   * the thread it keeps, which goes with the runner's only.
   */
  private static void parkOnRunner(long nanos) {
    if (nanos == Worker.Tenure.FOR_EVER) {
      Loom.parkCarrier();
    } else {
      Loom.parkCarrier(nanos);
    }
    if (Loom.currentCarrier().isInterrupted()) {
      Thread.currentThread().interrupt();
    }
    boolean _ = Thread.interrupted();
  }

  /** The lookout: whether something waits that nobody comes for. */
  private boolean look() {
    for (int i = 0; i < scheduler.registered(); i++) {
      Worker other = scheduler.workerAt(i);
      if (other != worker && (other.keepsItemWaiting() || !other.deque.isEmpty())) {
        return true;
      }
    }
    return !scheduler.shared.isEmpty() || !scheduler.foreignReady.isEmpty();
  }

  /**
   * As {@link #park}, for a worker that runs only what it was given itself: it is none of those
   * that are woken for work of others. {@code asleep} and the fence meet those of {@link
   * #wakeAlone}.
   */
  private boolean sleepAlone(Worker.Tenure now) {
    long patience = now.patience();
    long start = Clock.nanos();
    long time = start;
    sleeper = Thread.currentThread();
    counters.add(WorkerCounters.PARKS, 1);
    asleep = true;
    VarHandle.fullFence();
    scheduler.parked();
    try {
      while (!worker.hasWork() && !worker.hasMail()) {
        long left = patience == Worker.Tenure.FOR_EVER ? patience : patience - (time - start);
        if (left <= 0 || now.over().getAsBoolean()) {
          return false;
        }
        long most = Math.min(left, worker.timers.nanosUntilDue(time));
        if (most == Worker.Tenure.FOR_EVER) {
          LockSupport.park(this);
        } else {
          LockSupport.parkNanos(this, most);
        }
        time = Clock.nanos();
        worker.timers.fireDue(time, scheduler::fireSoon);
        if (Thread.currentThread().isInterrupted()) {
          return true; // whose end this is the tenure knows
        }
      }
      return true;
    } finally {
      asleep = false;
    }
  }

  /** Anybody who has given a solitary worker something: lets it look up. */
  void wakeAlone() {
    if (asleep) {
      unpark();
    }
  }

  boolean isAsleep() {
    return asleep;
  }

  /** Anybody: lets the sleeper look up. */
  void unpark() {
    if (scheduler.world == null) {
      LockSupport.unpark(sleeper);
    } else {
      scheduler.world.wake(worker);
    }
  }

  /** Anybody. */
  boolean isSearching() {
    return searching;
  }
}
