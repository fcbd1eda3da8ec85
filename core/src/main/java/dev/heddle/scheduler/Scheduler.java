package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import dev.heddle.loom.StackRoom;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.Incident;
import dev.heddle.metrics.RuntimeDump;
import dev.heddle.metrics.ShutdownReport;
import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A runtime's workers and what they share.
 *
 * <p>Workers stand in slots that are never emptied: first the permanent ones, then spares and
 * visitors as they come. A spare or visitor that has left keeps its slot for the next one.
 */
public final class Scheduler {
  /** How many threads can play workers at once in a runtime that has none of its own. */
  private static final int MAX_VISITORS = 64;

  /** How many threads can be bound at once to a runtime with workers. */
  private static final int MAX_BOUND = 64;

  private static final long SPARE_PATIENCE = 1_000_000_000;
  private static final System.Logger LOG = System.getLogger("dev.heddle");

  final SchedulerSettings settings;
  final RunnerEngine engine;
  final SharedQueue shared;
  final IdleSet idle;

  /** For how long things that can run have waited for a worker. */
  final Durations queueWaits = new Durations();

  private final Incidents incidents = new Incidents();
  private final Survey survey = new Survey(this);

  /** Fibers that threads outside, timers and I/O have made ready. */
  final ReadyQueue foreignReady = new ReadyQueue();

  /** What has a thread of its own, from its start until its end. */
  private final OwnThreads ownThreads = new OwnThreads();

  private final ConcurrentHashMap<Thread, BoundThread> boundThreads = new ConcurrentHashMap<>();
  private final UntoldFailures untoldFailures = new UntoldFailures(this);
  private final AtomicReferenceArray<Worker> slots;
  private volatile int registered;

  /** How many workers are played by somebody. */
  final AtomicInteger playing = new AtomicInteger();

  /** {@link #fireSoon}, made once: each look at a timer wheel would make one. */
  private final Consumer<Timer> firing = this::fireSoon;

  private final AtomicInteger sparesStarted = new AtomicInteger();
  private volatile boolean sparesMayGo;
  final Admission admission = new Admission();
  private final @Nullable Watchdog watchdog;

  /** In which this is simulated; null: in none. */
  final @Nullable World world = World.current();

  private @Nullable Residents residents;
  private final Shutdown shutdown;

  public Scheduler(SchedulerSettings settings, Engine engine) {
    this.settings = settings;
    int workers = settings.workers();
    int transients = workers == 0 ? MAX_VISITORS : settings.spares() + MAX_BOUND;
    slots = new AtomicReferenceArray<>(workers + transients);
    int producers = Math.max(workers, Runtime.getRuntime().availableProcessors());
    // Lanes go by the numbers of threads.
    shared = new SharedQueue(world == null ? producers : 1, queueWaits);
    if (WorkerCounters.ON) {
      shared.wantWait(); // the first of all, so that a short burst is not without a figure
    }
    idle = new IdleSet(slots.length(), index -> workerAt(index).unpark());
    this.engine = engine == Engine.VIRTUAL ? new VirtualEngine(this) : new BatonEngine(this);
    shutdown = new Shutdown(this);
    for (int i = 0; i < workers; i++) {
      register(false);
    }
    watchdog = workers > 0 && world == null && WorkerCounters.ON ? new Watchdog(this) : null;
  }

  /** Whether somebody sees to it, while work is done, that workers know of the time. */
  boolean hasWatchdog() {
    return watchdog != null;
  }

  /** Before the start: who lives here beside the work, and has to be told of the end. */
  public void settle(Residents living) {
    residents = living;
    shutdown.tell(living);
  }

  /** How the process of this number is called; empty if there are no processes here. */
  String nameOfProcess(long number) {
    return residents == null ? "" : residents.nameOf(number);
  }

  /** How many spare workers were ever started. */
  int sparesStarted() {
    return sparesStarted.get();
  }

  /** What lives here beside the work; for dumps. */
  List<String> describeResidents() {
    return residents == null ? List.of() : residents.describe();
  }

  /** What is missing among what lives here; empty: nothing, or what still runs may have it. */
  public List<String> wrongAccounts() {
    return residents == null || !isQuiet() ? List.of() : residents.wrongAccounts();
  }

  /**
   * Before the start: {@code deed} is done once, a second or two after it, by the watchdog. Never
   * if there is none, because there are no workers, or it is simulated.
   */
  public void afterAWhile(Runnable deed) {
    if (watchdog != null) {
      watchdog.afterAWhile(deed);
    }
  }

  /** Starts the workers. */
  public void start() {
    for (int i = 0; i < settings.workers(); i++) {
      Worker worker = workerAt(i);
      worker.begin(new Worker.Tenure(shutdown::workersShallEnd, Worker.Tenure.FOR_EVER));
      engine.start(worker);
    }
    if (watchdog != null) {
      watchdog.start();
    }
  }

  // ---- giving it work

  /**
   * Runs {@code item} soon and near: on the calling worker's deque, or, from outside, in the shared
   * queue.
   */
  public void spawn(Work item) {
    Worker worker = Worker.current();
    if (worker != null && worker.scheduler == this) {
      if (SpawnEvent.isOn()) {
        SpawnEvent.tell(item, this, "spawned");
      }
      worker.push(item);
    } else {
      enqueue(item);
    }
  }

  /** As {@link #spawn}, for a process that begins; see {@link Worker#pushProcess}. */
  public void spawnProcess(Slip process) {
    Worker worker = Worker.current();
    if (worker != null && worker.scheduler == this) {
      if (SpawnEvent.isOn()) {
        SpawnEvent.tell(process, this, "spawned");
      }
      worker.pushProcess(process);
    } else {
      enqueue(process);
    }
  }

  /**
   * Runs {@code item} about in the order of arrival.
   *
   * @throws RejectedExecutionException from outside, once the runtime closes
   */
  public void enqueue(Work item) {
    give(item, -1, false);
  }

  /** As {@link #spawn}, but worker {@code index} is asked first. */
  public void spawnNear(int index, Work item) {
    give(item, index, false);
  }

  /** Worker {@code index} runs {@code item}, and no other. */
  public void spawnBound(int index, Work item) {
    give(item, index, true);
  }

  /**
   * {@code entry} stands for something that waited and can go on: a process. Never refused; after
   * the end it is abandoned.
   */
  public void resume(Slip entry) {
    Worker here = Worker.current();
    if (here != null && here.scheduler == this && !here.solitary && !here.isStopped()) {
      here.addReadyProcess(entry);
    } else {
      addShared(entry);
    }
    shutdown.afterResume();
  }

  /** As {@link #resume}, but elsewhere rather than here: idle workers first. */
  public void resumeElsewhere(Slip entry) {
    addShared(entry);
    shutdown.afterResume();
  }

  /** Puts into the shared queue what must not be lost. */
  void addShared(Work entry) {
    shared.addForSure(entry);
    idle.workAdded();
  }

  /**
   * Starts {@code item} about in the order of arrival; its {@link OwnThread#run} has to call {@link
   * #ended} at its end.
   *
   * @throws RejectedExecutionException from outside, once the runtime closes
   */
  public void start(OwnThread item) {
    try {
      enqueue(item);
    } catch (Throwable e) {
      ownThreads.remove(item);
      shutdown.wakeCloser(); // may have seen it, if there was no memory to let it in
      throw e;
    }
  }

  /** {@code item}, which somebody else has started, runs now. */
  public void began(OwnThread item) {
    ownThreads.add(item);
  }

  /** {@code item} has ended, or will never begin. */
  public void ended(OwnThread item) {
    ownThreads.remove(item);
  }

  /**
   * What runs on {@code thread}, if that is a thread of its own; null too if its user has given the
   * thread an uncaught-exception handler: see {@link OwnThread}.
   */
  public static @Nullable OwnThread ownThread(Thread thread) {
    return thread.getUncaughtExceptionHandler() instanceof OwnThread own ? own : null;
  }

  /** All that has a thread of its own and has not ended, the oldest first; safe at any time. */
  public List<OwnThread> ownThreads() {
    List<OwnThread> all = ownThreads.all();
    all.sort(Comparator.comparingLong(own -> own.thread().threadId()));
    return all;
  }

  /** All fibers, or of very many some: see {@link OwnThreads#some}. */
  List<OwnThread> someFibers(int from, int many) {
    return ownThreads.some(from, many);
  }

  /** The fiber whose thread has this number; null: none. */
  @Nullable OwnThread fiber(long id) {
    return ownThreads.find(id);
  }

  /** How many fibers have not ended. */
  int fibers() {
    return ownThreads.size();
  }

  /** How many fibers were ever started. */
  long fibersStarted() {
    return ownThreads.added();
  }

  private RejectedExecutionException refused() {
    return new RejectedExecutionException(
        "the runtime '" + settings.name() + "' is closed and takes no more work");
  }

  private void give(Work item, int index, boolean bound) {
    StackRoom.toRelease(); // who has put it into a queue has to wake somebody for it
    Worker here = Worker.current();
    if (here != null && here.scheduler == this) {
      put(item, index, bound, here);
      shutdown.afterAdd();
      return;
    }
    admission.enter();
    try {
      if (shutdown.hasBegun()) {
        throw refused();
      }
      put(item, index, bound, null);
    } finally {
      admission.leave();
    }
    shutdown.afterAdd();
  }

  /**
   * What is let in, and not before: who closes waits until nothing is under way, and looks again
   * only when something on a worker has ended. A fiber that stood in the list for a moment to be
   * refused then would have it wait until its deadline.
   */
  private void put(Work item, int index, boolean bound, @Nullable Worker here) {
    if (item instanceof OwnThread own) {
      ownThreads.add(own);
    }
    if (SpawnEvent.isOn()) {
      SpawnEvent.tell(item, this, index < 0 ? "enqueued" : "spawned");
    }
    if (bound) {
      workerAt(index).addBound(item);
      return;
    }
    Work entry = index < 0 ? item : new AffinitySlip(item);
    if (index >= 0 && here != null) {
      here.push(entry);
    } else {
      shared.add(entry);
      idle.workAdded();
    }
    if (entry instanceof AffinitySlip slip) {
      workerAt(index).addSlip(slip);
    }
  }

  static TooLateException tooLate(String name) {
    return new TooLateException(
        "the runtime '" + name + "' was closed before this work could start");
  }

  /**
   * Before something is kept that is in no queue yet.
   *
   * @throws RejectedExecutionException from outside, once the runtime closes
   */
  public void checkAdmits() {
    if (shutdown.hasBegun() && !isInside()) {
      throw refused();
    }
  }

  // ---- waiting for it

  /**
   * Waits until {@code done}, which whoever makes it true has to follow by {@link Parking#unpark}
   * of the calling thread, under this scheduler. On a fiber, of whichever runtime, only the fiber
   * waits. In a runtime without workers a thread from outside plays one meanwhile.
   *
   * @param nanos how long at most; {@link Long#MAX_VALUE}: without end
   * @return whether it is done; false: the time is up, or the thread was interrupted
   */
  public boolean await(BooleanSupplier done, Object blocker, long nanos, boolean interruptibly) {
    long start = nanos == Long.MAX_VALUE ? 0 : Clock.nanos();
    boolean plays = settings.workers() == 0 && !isInside();
    boolean interrupted = false;
    try {
      while (!done.getAsBoolean()) {
        long left = nanos == Long.MAX_VALUE ? nanos : nanos - (Clock.nanos() - start);
        if (left <= 0 || (interruptibly && Thread.currentThread().isInterrupted())) {
          return false;
        }
        interrupted |= !interruptibly && Thread.interrupted(); // set, it would make park return
        if (plays) {
          play(done, left, interruptibly);
        } else if (left == Long.MAX_VALUE) {
          Parking.park(blocker);
        } else {
          Parking.parkNanos(blocker, left);
        }
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Without workers: runs what there is to do until the workers are told to go; if it can. */
  public void playUntilItEnds() throws InterruptedException {
    boolean plays = settings.workers() == 0 && !cannotPlay();
    if (plays
        && !await(shutdown::workersShallEnd, this, Long.MAX_VALUE, true)
        && Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Whether there are no workers, and the caller, if it waits, cannot play one. */
  boolean leavesWorkToOthers() {
    return settings.workers() == 0 && !isInside() && cannotPlay();
  }

  /** Whether nobody runs the work of this runtime while the caller waits. */
  boolean isPlayedByNobody() {
    return leavesWorkToOthers() && boundThreads.isEmpty() && playing.get() == 0;
  }

  private static boolean cannotPlay() {
    return Thread.currentThread().isVirtual() || Worker.current() != null;
  }

  IllegalStateException nobodyPlays() {
    return new IllegalStateException(
        "the runtime '"
            + settings.name()
            + "' has 0 workers, so who waits runs its work; a virtual thread or a task of another"
            + " scheduler cannot: wait from a platform thread, or give the runtime workers");
  }

  private void play(BooleanSupplier done, long nanos, boolean interruptibly) {
    Thread me = Thread.currentThread();
    if (cannotPlay()) {
      if (!boundThreads.isEmpty()) {
        Parking.parkNanos(this, Math.min(nanos, 10_000_000)); // a bound thread runs it
        return;
      }
      throw nobodyPlays();
    }
    Worker worker = vacantSlot(false);
    if (worker == null) {
      Parking.parkNanos(this, Math.min(nanos, 1_000_000)); // all places are taken: others run it
      return;
    }
    long start = Clock.nanos();
    AtomicBoolean interrupted = new AtomicBoolean();
    BooleanSupplier over =
        () ->
            done.getAsBoolean()
                || shutdown.isOver()
                || (interruptibly && (me.isInterrupted() || interrupted.get()))
                || (nanos != Long.MAX_VALUE && Clock.nanos() - start >= nanos);
    worker.begin(new Worker.Tenure(over, nanos));
    engine.visit(worker, () -> interrupted.set(true));
  }

  // ---- time

  /**
   * Has {@code timer} fire at {@code deadline}, by {@link Clock#nanos()}.
   *
   * @throws IllegalStateException from outside, if there are no workers: nobody would keep the time
   */
  public void schedule(Timer timer, long deadline) {
    Worker here = Worker.current();
    if (here != null && here.scheduler == this) {
      boolean first = here.timers.add(timer, deadline);
      // Its thread looks before it sleeps; but the add may have yielded, and gone on elsewhere.
      if (first && Worker.current() != here) {
        VarHandle.fullFence();
        here.unpark();
      }
    } else {
      if (settings.workers() == 0) {
        throw new IllegalStateException(
            "the runtime '"
                + settings.name()
                + "' has 0 workers, so nobody would keep the time for a timer that is set from"
                + " outside: set it in a step of a process, or give the runtime workers");
      }
      long any = world == null ? Thread.currentThread().threadId() : 0;
      int index = (int) Math.floorMod(any, (long) settings.workers());
      Worker keeper = workerAt(index);
      if (keeper.timers.add(timer, deadline)) {
        VarHandle.fullFence();
        keeper.unpark(); // sleeps too long now, if it sleeps
      }
    }
  }

  /** How long {@code worker} may sleep before it has to fire something. */
  long nanosUntilDue(Worker worker, long now) {
    long nanos = worker.timers.nanosUntilDue(now);
    for (int i = settings.workers(); i < registered; i++) {
      Worker other = workerAt(i);
      if (other.isStopped()) { // what began on a worker that has left
        nanos = Math.min(nanos, other.timers.nanosUntilDue(now));
      }
    }
    return nanos;
  }

  /**
   * On {@code worker}'s thread: fires what is due.
   *
   * @param all also what other workers, which may be stuck, should have fired
   * @return whether something was
   */
  boolean fireDue(Worker worker, long now, boolean all) {
    int fired = worker.timers.fireDue(now, firing);
    for (int i = all ? 0 : settings.workers(); i < registered; i++) {
      Worker other = workerAt(i);
      if (all || other.isStopped()) {
        fired += other.timers.fireDue(now, firing);
      }
    }
    if (fired > 1) {
      idle.workAdded(); // one of them is for this worker
    }
    return fired > 0;
  }

  /** The watchdog: fires what should have been long ago, for want of a worker that gets on. */
  void fireOverdue(long now) {
    for (int i = 0; i < registered; i++) {
      workerAt(i).timers.fireDue(now, firing);
    }
  }

  /** Anybody: has {@code timer} fired as an item, as soon as what is ready already has run. */
  void fireSoon(Timer timer) {
    Firing item;
    try {
      assert Memory.suffices("a timer as an item");
      item = new Firing(timer);
    } catch (OutOfMemoryError _) {
      fireHere(timer); // rather than never
      return;
    }
    resume(item);
  }

  /** Whatever goes wrong: others are due too. */
  private void fireHere(Timer timer) {
    try {
      timer.fire();
    } catch (Throwable e) {
      uncaught(e);
    }
  }

  /** After the end: nobody keeps time any more, so whoever waits for a time looks itself. */
  void fireAll() {
    for (int i = 0; i < registered; i++) {
      workerAt(i).timers.fireAll();
    }
  }

  /** How often all workers together have counted {@code counter} of {@link WorkerCounters}. */
  public long counted(int counter) {
    long sum = 0;
    for (int i = 0; i < registered; i++) {
      sum += workerAt(i).counted(counter);
    }
    return sum;
  }

  /** How many timers are pending. */
  long timers() {
    long sum = 0;
    for (int i = 0; i < registered; i++) {
      sum += workerAt(i).timers.size();
    }
    return sum;
  }

  // ---- workers that come and go

  private synchronized @Nullable Worker vacantSlot(boolean solitary) {
    int taken = 0;
    for (int i = settings.workers(); i < registered; i++) {
      Worker worker = workerAt(i);
      if (worker.solitary == solitary) {
        if (worker.isStopped() && !worker.isSettled()) {
          worker.begin(new Worker.Tenure(() -> false, 0)); // taken, though not started yet
          return worker;
        }
        taken++;
      }
    }
    int most = solitary ? MAX_BOUND : workers() == 0 ? MAX_VISITORS : settings.spares();
    if (taken >= most) {
      return null;
    }
    Worker worker = register(solitary);
    worker.begin(new Worker.Tenure(() -> false, 0));
    return worker;
  }

  /** In the constructor, or guarded by this. */
  private Worker register(boolean solitary) {
    int index = registered;
    Worker worker = new Worker(this, index, solitary);
    slots.set(index, worker);
    registered = index + 1;
    return worker;
  }

  /** The watchdog: whether spare workers are not needed, though there may be work for them. */
  void letSparesGo(boolean may) {
    if (sparesMayGo != may) {
      sparesMayGo = may;
    }
  }

  /** Starts another spare worker; false if there are as many as may be. */
  boolean addSpare() {
    Worker spare = vacantSlot(false);
    if (spare == null) {
      return false;
    }
    sparesStarted.incrementAndGet();
    incidents.add(
        Incident.Kind.SPARE_WORKER,
        settings.name() + "-worker-" + spare.index,
        "every worker has been at one item for long while work waits, so a spare one was added");
    spare.begin(
        new Worker.Tenure(
            () -> (sparesMayGo && !spare.hasBoundItems()) || shutdown.workersShallEnd(),
            SPARE_PATIENCE));
    LOG.log(
        System.Logger.Level.DEBUG,
        () ->
            "%s: every worker has been at one item for long while work waits; started spare worker %d"
                .formatted(settings.name(), spare.index));
    try {
      engine.start(spare);
    } catch (Throwable e) { // no thread to be had
      spare.end();
      shutdown.workerEnded();
      throw e;
    }
    return true;
  }

  // ---- threads of the user's as workers

  /**
   * The calling thread joins as a worker of its own.
   *
   * @throws IllegalStateException if it can't: it is virtual, a worker, or bound already
   */
  public void bind() {
    Thread me = Thread.currentThread();
    if (me.isVirtual()) {
      throw new IllegalStateException(
          "a virtual thread cannot be bound to the runtime '"
              + name()
              + "', because it has no thread to be a worker with: bind a platform thread");
    }
    Worker current = Worker.current();
    if (current != null) {
      throw new IllegalStateException(
          "this thread is bound to the runtime '"
              + current.scheduler.name()
              + "' already, or works for it");
    }
    if (shutdown.hasBegun()) {
      throw new IllegalStateException("the runtime '" + name() + "' is closed");
    }
    Worker worker = vacantSlot(workers() > 0);
    if (worker == null) {
      throw new IllegalStateException(
          "the runtime '"
              + name()
              + "' has "
              + MAX_BOUND
              + " bound threads already, the most it can");
    }
    BoundThread bound = BoundThread.bind(worker);
    worker.end(); // it was taken by vacantSlot; its tenant plays it when it waits
    boundThreads.put(me, bound);
  }

  /**
   * Ends the calling thread's binding, once all that only it can run has ended. If the runtime has
   * ended the binding because it waited for this long enough, there is nothing left to do.
   *
   * @throws IllegalStateException if it is not bound to this runtime
   */
  public void unbind() {
    BoundThread bound = boundThreads.get(Thread.currentThread());
    if (bound == null && shutdown.workersShallEnd()) {
      return;
    }
    if (bound == null) {
      throw new IllegalStateException(
          "this thread is not bound to the runtime '" + name() + "': call bind() on it first");
    }
    try {
      bound.runAll();
    } finally {
      boundThreads.remove(bound.thread);
      bound.release();
      shutdown.wakeCloser();
    }
  }

  /** Whether the calling thread is bound to this runtime. */
  public boolean isBound() {
    return boundThreads.containsKey(Thread.currentThread());
  }

  /** Runs {@code item} on the worker, or bound thread, that the caller runs on, and on no other. */
  public void spawnSameThread(Work item) {
    Worker here = Worker.current();
    if (here == null || here.scheduler != this) {
      throw new IllegalStateException(
          "sameThread() needs a thread of the runtime '"
              + name()
              + "': call it inside of a task or fiber, or bind() this thread first");
    }
    spawnBound(here.index, item);
  }

  /** The names of the threads that are still bound. */
  List<String> boundThreads() {
    return boundThreads.keySet().stream().map(Thread::getName).sorted().toList();
  }

  /** Whoever closes has waited long enough: nobody is bound any more. */
  void releaseBoundThreads() {
    boundThreads.values().forEach(BoundThread::release);
    boundThreads.clear();
  }

  void initialize(Worker worker) {
    try {
      settings.initializer().accept(worker.index);
    } catch (Throwable e) {
      uncaught(e);
    }
  }

  /** A worker is about to sleep. */
  void parked() {
    shutdown.wakeCloser();
  }

  void workerEnded() {
    shutdown.workerEnded();
  }

  /** Tells the handler of {@code e}. Does not throw. */
  void uncaught(Throwable e) {
    record("", "", "", e);
    tellHandler(e);
  }

  /**
   * For a recording. Nobody else may suffer if that fails: the first time the event's class is
   * initialised, for which there may be no memory.
   *
   * @param who empty: who calls, by its thread
   */
  private void record(String who, String name, String where, Throwable e) {
    try {
      assert Memory.suffices("the record of a crash");
      if (CrashEvent.isOn()) {
        String known = who.isEmpty() ? nameOf(Thread.currentThread()) : who;
        CrashEvent.tell(this, known, name, where, e);
      }
    } catch (Throwable _) {
      // one event less
    }
  }

  private void tellHandler(Throwable e) {
    try {
      settings.uncaught().uncaughtException(Thread.currentThread(), e);
    } catch (Throwable fromHandler) {
      log("the uncaught-exception handler threw", fromHandler);
    }
  }

  private static void log(String what, Throwable e) {
    try {
      LOG.log(System.Logger.Level.ERROR, what, e);
    } catch (Throwable _) {
      // No memory even for that, or no stack: whoever tells of a failure has to go on.
    }
  }

  /** Failures that nobody has been told of. */
  public UntoldFailures untoldFailures() {
    return untoldFailures;
  }

  /**
   * Reports the failure of something that has an address and a name.
   *
   * @param where in which part of it
   * @param told what the handler gets
   */
  public void reportCrash(String who, String name, String where, Throwable error, Throwable told) {
    record(who, name, where, error);
    tellHandler(told);
  }

  /** Reports what nobody waits for. */
  public void reportUncaught(Throwable e) {
    uncaught(e);
  }

  // ---- ending

  /**
   * Ends the runtime as {@link Shutdown} says; a second call waits for the first.
   *
   * @param tellsHow whether the caller wants to know how it went; if not, a simulation does
   */
  public ShutdownReport shutdown(long nanos, boolean tellsHow) {
    return shutdown.run(nanos, tellsHow);
  }

  /** Whether new work from outside is refused. */
  public boolean isClosed() {
    return shutdown.hasBegun();
  }

  /** Whether all workers have been told to go. */
  public boolean isEnded() {
    return shutdown.isOver();
  }

  void stopWatchdog() {
    if (watchdog != null) {
      watchdog.stop();
    }
  }

  // ---- looking in

  /** Whether the caller runs under a worker of this scheduler. */
  public boolean isInside() {
    Worker worker = Worker.current();
    return worker != null && worker.scheduler == this;
  }

  public String name() {
    return settings.name();
  }

  /** For a fiber that was given no name: none, except in a world, where a log names all. */
  String fiberName() {
    return world == null ? "" : world.name(name() + "-fiber-");
  }

  /** How many permanent workers there are. */
  public int workers() {
    return settings.workers();
  }

  /** How many workers there can ever be. */
  int slots() {
    return slots.length();
  }

  /** How many slots are in use; those below never change. */
  int registered() {
    return registered;
  }

  Worker workerAt(int index) {
    return slots.get(index);
  }

  /** Whether something is queued that any worker could take. */
  boolean hasWork() {
    if (!shared.isEmpty() || !foreignReady.isEmpty()) {
      return true;
    }
    for (int i = 0; i < registered; i++) {
      if (workerAt(i).hasWork()) {
        return true;
      }
    }
    return false;
  }

  /** Whether some worker does not sleep, as far as a glance can tell. */
  boolean isBusy() {
    return idle.parked() < playing.get();
  }

  /** Whether all workers sleep or have left. */
  boolean isQuiet() {
    for (int i = 0; i < registered; i++) {
      Worker worker = workerAt(i);
      if (!worker.isStopped() && !worker.isParked()) {
        return false;
      }
    }
    return true;
  }

  /** The threads of all that is under way, running or blocked, the oldest first. */
  List<Thread> busyThreads() {
    List<Thread> busy = engine.busyRunners();
    for (OwnThread own : ownThreads.all()) {
      if (own.thread().getState() != Thread.State.NEW) {
        busy.add(own.thread());
      }
    }
    busy.sort(Comparator.comparingLong(Thread::threadId));
    return busy;
  }

  /** The runner with an item under way whose number ends in these bits; null: none. */
  public @Nullable Thread busyRunner(int low) {
    for (Thread runner : engine.busyRunners()) {
      if ((int) runner.threadId() == low) {
        return runner;
      }
    }
    return null;
  }

  /** The name by which {@code thread} is reported. */
  String nameOf(Thread thread) {
    OwnThread own = ownThread(thread);
    return own == null ? thread.getName() : own.name();
  }

  /** Whether nothing is under way. */
  boolean isAtRest() {
    return boundThreads.isEmpty() && ownThreads.isEmpty() && engine.busyRunners().isEmpty();
  }

  public Engine engineKind() {
    return engine.kind();
  }

  /** Whether this lives in a {@link World}. */
  public boolean isSimulated() {
    return world != null;
  }

  /** Whether a simulation lets {@code fault} happen here and now. */
  public boolean injects(String fault) {
    return world != null && world.injectsHere(fault);
  }

  /** Starts a thread outside of this runtime: a simulated one, if this is simulated. */
  public void startThread(String name, Runnable body) {
    if (world == null) {
      new Thread(null, body, name, 0, false).start();
    } else {
      world.start(name, body);
    }
  }

  /** What {@code thread}, one of this scheduler's, does. */
  public FiberState stateOf(Thread thread) {
    return engine.stateOf(thread);
  }

  /** What {@code thread} waits for; null if it does not wait, or does not say. */
  public static @Nullable Object blockerOf(Thread thread) {
    return Holders.blocker(thread);
  }

  public RuntimeDump dump() {
    return new Dump(this).take();
  }

  /** What has happened that somebody may want to know of. */
  public Incidents incidents() {
    return incidents;
  }

  /** Looks at workers and fibers. */
  public Survey survey() {
    return survey;
  }

  /** Whether this JVM lets virtual threads run on our workers. */
  public static boolean virtualEngineAvailable() {
    return Loom.available();
  }
}
