package dev.heddle.scheduler;

import dev.heddle.metrics.ShutdownReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The end of a runtime, step by step:
 *
 * <ol>
 *   <li><i>Refuse.</i> Work from outside is refused. What runs may still spawn. {@link Residents}
 *       are told to come to an end.
 *   <li><i>Finish.</i> Wait until nobody is just giving work ({@link Admission}) and nothing is
 *       queued, running or blocked, up to the deadline.
 *   <li><i>Interrupt.</i> If the deadline has passed: end every item that has not started ({@link
 *       Work#abandon}), and interrupt every runner that is at one. In any case end the residents
 *       that are left: nothing could wake them any more, or their time is up. Wait up to {@link
 *       #GRACE}.
 *   <li><i>Stop.</i> Tell the workers to go, and wait for those that can.
 *   <li><i>Sweep.</i> End what is still queued or lives here, and report what is still under way.
 * </ol>
 *
 * <p><i>Why every queue ends empty:</i> nothing comes from outside after step 2, unless the
 * deadline has cut it short; then, as what still runs inside, who puts an item into a queue looks
 * afterwards whether it is over, and sweeps itself. A worker gives all it has to the shared queue
 * when it ends, and then sweeps. So the last of them leaves the shared queue empty, no timer and no
 * fiber that is ready. An affinity slip in a dead worker's mailbox has its other copy in a deque. A
 * fiber that becomes ready after the end runs on a thread of {@link LateFibers}.
 *
 * <p><i>Why quiescence is seen rightly:</i> see {@link #isQuiescent}.
 */
final class Shutdown {
  /** How long interrupted items get to end. */
  static final long GRACE = 1_000_000_000;

  /** How often who cannot be told looks. */
  private static final long POLL = 1_000_000;

  private static final int SHOWN = 20;
  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private enum Phase {
    OPEN,
    REFUSE,
    STOP,
    OVER
  }

  private final Scheduler scheduler;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile Phase phase = Phase.OPEN;
  private final AtomicLong abandoned = new AtomicLong();
  private @Nullable Residents residents;
  private volatile @Nullable Thread closer;
  private volatile @Nullable ShutdownReport report;
  private final Queue<Thread> otherClosers = new ConcurrentLinkedQueue<>();

  Shutdown(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Before the start. */
  void tell(Residents told) {
    residents = told;
  }

  boolean hasBegun() {
    return phase != Phase.OPEN;
  }

  boolean workersShallEnd() {
    return phase.compareTo(Phase.STOP) >= 0;
  }

  boolean isOver() {
    return phase == Phase.OVER;
  }

  /** Anybody. The closer may be a fiber of another runtime, or bound to one. */
  void wakeCloser() {
    Thread waiting = closer;
    if (waiting != null) {
      Parking.unpark(waiting);
    }
  }

  ShutdownReport run(long nanos, boolean tellsHow) {
    if (scheduler.isInside()) {
      throw new IllegalStateException(
          "close() was called from inside the runtime '"
              + scheduler.name()
              + "' and would wait for its own caller: "
              + (scheduler.isBound()
                  ? "unbind() this thread first"
                  : "close it from a thread outside"));
    }
    if (phase == Phase.OPEN && scheduler.isPlayedByNobody() && hasAnythingToDo()) {
      throw scheduler.nobodyPlays(); // now, while another thread can still close it
    }
    if (!begun.compareAndSet(false, true)) {
      return awaitFirst();
    }
    phase = Phase.REFUSE;
    closer = Thread.currentThread();
    boolean interrupted = false;
    List<String> late = new ArrayList<>();
    long start = Clock.nanos();
    awaitAdmission(nanos);
    if (residents != null) {
      residents.cancel();
    }
    boolean quiet = awaitQuiescence(Math.max(0, nanos - (Clock.nanos() - start)));
    scheduler.untoldFailures().reportAll(); // before the interrupts: what these do is in the report
    if (!quiet) {
      interrupted = Thread.interrupted(); // was for the wait; remembered
      if (nanos > 0 && !interrupted && !tellsHow) {
        tellWorld(nanos);
      }
      abandonQueued();
      List<Thread> busy = scheduler.busyThreads();
      late.addAll(busy.stream().map(scheduler::nameOf).toList());
      busy.forEach(Thread::interrupt);
    }
    if (residents != null) {
      late.addAll(residents.close());
    }
    if (!quiet || residents != null) {
      awaitQuiescence(GRACE);
    }
    List<String> stillBound = scheduler.boundThreads();
    phase = Phase.STOP;
    scheduler.releaseBoundThreads();
    awaitWorkers();
    List<String> unfinished = unfinished(stillBound);
    phase = Phase.OVER;
    scheduler.stopWatchdog();
    abandonQueued();
    if (residents != null) {
      residents.close();
      unfinished.addAll(residents.unfinished());
    }
    scheduler.fireAll();
    scheduler.engine.runLate();
    ShutdownReport result = new ShutdownReport(abandoned.get(), late, unfinished);
    log(result);
    report = result;
    closer = null;
    otherClosers.forEach(Parking::unpark);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return result;
  }

  /** Who comes later: joins the queue, then looks; the first writes the report, then unparks. */
  private ShutdownReport awaitFirst() {
    boolean interrupted = false;
    ShutdownReport result;
    otherClosers.add(Thread.currentThread());
    while ((result = report) == null) {
      Parking.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return result;
  }

  // ---- step 2

  /** Who is just giving work sees the refusal or has given it; that takes them microseconds. */
  private void awaitAdmission(long nanos) {
    long start = Clock.nanos();
    while (!scheduler.admission.isVacant() && Clock.nanos() - start < nanos) {
      Thread.yield();
    }
  }

  /** Also those who live here have: they are to come to an end. */
  private boolean hasAnythingToDo() {
    return !isQuiescent() || (residents != null && !residents.describe().isEmpty());
  }

  /** In a runtime without workers who waits runs the work; who cannot do that hopes for others. */
  private boolean awaitQuiescence(long nanos) {
    if (!scheduler.leavesWorkToOthers()) {
      return scheduler.await(this::isQuiescent, this, nanos, true);
    }
    long start = Clock.nanos();
    long left = nanos;
    while (!isQuiescent()) {
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      Parking.parkNanos(this, Math.min(left, POLL));
      left = nanos - (Clock.nanos() - start);
    }
    return true;
  }

  /**
   * Whether nothing is queued, running or blocked. All workers sleep or have left, no runner is at
   * an item, every queue is empty, and no worker has chosen anything between two such looks: what
   * runs could only have been started by something that ran, and that would have shown in one of
   * the two.
   *
   * <p>Looked at again when a worker is about to sleep or has left, and when a thread unbinds.
   * Whatever else makes this come true has to happen on a worker, which comes to rest then, or to
   * wake the closer: a wait that nobody ends lasts until the deadline.
   */
  private boolean isQuiescent() {
    long before = progress();
    for (int look = 0; look < 2; look++) {
      if (!looksQuiescent()) {
        return false;
      }
    }
    return (residents == null || residents.isSettled()) && progress() == before;
  }

  private boolean looksQuiescent() {
    if (scheduler.hasWork() || scheduler.idle.searching() != 0) {
      return false;
    }
    for (int i = 0; i < scheduler.registered(); i++) {
      Worker worker = scheduler.workerAt(i);
      if (!(worker.isParked() || worker.isStopped()) || !worker.isDrained()) {
        return false;
      }
    }
    return scheduler.isAtRest();
  }

  private long progress() {
    long sum = 0;
    for (int i = 0; i < scheduler.registered(); i++) {
      sum += scheduler.workerAt(i).progress();
    }
    return sum;
  }

  /** Before anything is forced: what a simulation wants to know, as nobody else will. */
  private void tellWorld(long nanos) {
    World world = scheduler.world;
    if (world != null && world == World.current()) {
      world.forces(scheduler, nanos);
    }
  }

  // ---- steps 3 to 5

  private void abandonQueued() {
    RuntimeException reason = Scheduler.tooLate(scheduler.name());
    @Nullable Work[] loot = new Work[WorkDeque.BATCH];
    for (int i = 0; i < scheduler.registered(); i++) {
      int n;
      while ((n = scheduler.workerAt(i).deque.steal(loot)) != 0) {
        for (int k = 0; k < n; k++) {
          abandon(loot[k], reason);
        }
      }
      scheduler.workerAt(i).drainBound(item -> abandon(item, reason));
    }
    Work item;
    while ((item = scheduler.shared.poll(0)) != null) {
      abandon(item, reason);
    }
  }

  private void abandon(@Nullable Work item, RuntimeException reason) {
    if (item == null) {
      return;
    }
    abandoned.incrementAndGet();
    try {
      item.abandon(reason);
    } catch (Throwable e) {
      scheduler.uncaught(e);
    }
  }

  /**
   * Somebody has put an item into a queue. If that was too late, sweep, and refuse it: the caller
   * was never told that it was accepted.
   *
   * @throws TooLateException then. Whoever took the item out of the queue has seen to its end
   */
  void afterAdd() {
    if (isOver()) {
      abandonQueued();
      throw Scheduler.tooLate(scheduler.name());
    }
  }

  /** As {@link #afterAdd}, for what was accepted long ago: it is ended, and nobody is refused. */
  void afterResume() {
    if (isOver()) {
      abandonQueued();
    }
  }

  /** What a worker leaves that ends after all others is seen to by nobody else. */
  void workerEnded() {
    if (isOver()) {
      abandonQueued();
      scheduler.fireAll();
      scheduler.engine.runLate();
    }
    wakeCloser();
  }

  private void awaitWorkers() {
    long deadline = Clock.nanos() + GRACE;
    for (int i = 0; i < scheduler.registered(); i++) {
      Worker worker = scheduler.workerAt(i);
      while (!worker.isStopped() && deadline - Clock.nanos() > 0) {
        worker.unpark();
        Parking.parkNanos(this, 1_000_000);
        Thread.interrupted();
      }
    }
  }

  private List<String> unfinished(List<String> stillBound) {
    List<String> result = new ArrayList<>();
    for (String name : stillBound) {
      result.add("the thread '" + name + "' is still bound: it has to call unbind()");
    }
    for (Thread thread : scheduler.busyThreads()) {
      String stack =
          Arrays.stream(thread.getStackTrace())
              .map(frame -> "\n    at " + frame)
              .collect(Collectors.joining());
      result.add(scheduler.nameOf(thread) + stack);
    }
    return result;
  }

  private void log(ShutdownReport result) {
    if (!result.orderly()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the runtime '%s' was closed before all its work was done: %d never started, %d interrupted%s, %d still at it%s"
              .formatted(
                  scheduler.name(),
                  result.abandoned(),
                  result.interrupted().size(),
                  some(result.interrupted()),
                  result.unfinished().size(),
                  result.unfinished().stream()
                      .map(each -> "\n  " + each)
                      .collect(Collectors.joining())));
    }
  }

  private static String some(List<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    String shown = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
    int more = names.size() - SHOWN;
    return " (" + shown + (more > 0 ? " and " + more + " more)" : ")");
  }

  /** What who closes waits for. */
  @Override
  public String toString() {
    return "the end of the runtime '" + scheduler.name() + "'";
  }
}
