package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runners are virtual threads, and this engine is their scheduler, one object for all workers.
 *
 * <p>A worker is played by a platform thread, the carrier. A runner chooses and runs items itself,
 * one after the other, without going back to the carrier. It goes back only to have another fiber
 * mounted, or when it finds nothing: it leaves what it chose in the worker's handover, and yields.
 * Or it sleeps where it is, on the carrier, if it is likely that work comes next and no fiber. When
 * an item blocks, its runner parks wherever that is, the carrier gets the thread back, chooses, and
 * mounts the chosen fiber, or another runner for the chosen item.
 *
 * <p><b>Idle runners that leave yield, they do not park.</b> A yielding virtual thread hands its
 * continuation to {@link #execute} on the carrier, right after it has left it; while {@code
 * settling} is set that continuation is kept with the runner instead of being queued. To use the
 * runner again the carrier runs the continuation: no unpark, no queue. So such a runner is RUNNABLE
 * in a thread dump.
 */
final class VirtualEngine extends RunnerEngine implements Executor {
  /** Idle runners beyond this many a worker end. */
  private static final int MAX_IDLE = 1024;

  private static final Object END = new Object();

  private final ThreadFactory threads;
  private final ConcurrentHashMap<Thread, Runner> runners = new ConcurrentHashMap<>();

  /** The continuations of runners that may go on under one worker only. */
  final ConcurrentHashMap<Runnable, Worker> homes = new ConcurrentHashMap<>();

  private final AtomicLong runnerNumber = new AtomicLong();

  VirtualEngine(Scheduler scheduler) {
    super(scheduler);
    threads = Loom.virtualThreads(this).inheritInheritableThreadLocals(false).factory();
  }

  @Override
  Engine kind() {
    return Engine.VIRTUAL;
  }

  // ---- the carrier's side

  /** What the engine keeps for a worker. Only the thread that plays the worker touches it. */
  private static final class Bench {
    final ArrayDeque<Runner> idle = new ArrayDeque<>(MAX_IDLE); // so that it need not grow
    final Berth starting = new Berth();
    @Nullable Berth settling;
  }

  /** Where the continuation of a thread goes that is started, or gives its carrier back to wait. */
  private static class Berth {
    @Nullable Runnable continuation;

    /** Whether somebody has come for it before it was here, and gone again. */
    boolean wasMissed() {
      return false;
    }
  }

  private static Bench bench(Worker worker) {
    Bench bench = (Bench) worker.engineState;
    if (bench == null) {
      worker.engineState = bench = new Bench();
    }
    return bench;
  }

  @Override
  void start(Worker worker) {
    String name = scheduler.settings.name() + "-worker-" + worker.index;
    bench(worker);
    if (scheduler.world != null) {
      scheduler.world.add(worker);
      return;
    }
    WorkerThread carrier = new WorkerThread(() -> carry(worker), name);
    carrier.play(worker);
    carrier.start();
  }

  private void carry(Worker worker) {
    Loom.startSocketPollers();
    scheduler.initialize(worker);
    loop(worker);
  }

  @Override
  void visit(Worker worker, Runnable interrupted) {
    Loom.startSocketPollers();
    worker.visit(() -> loop(worker));
  }

  private void loop(Worker worker) {
    while (goOn(worker)) {}
    leave(worker);
  }

  /** Runs what there is, and waits for more; false once the tenure is over. */
  private boolean goOn(Worker worker) {
    try {
      while (!worker.isOver() && worker.tick()) {}
      if (!worker.awaitHandover()) {
        return false;
      }
      run(worker);
    } catch (Throwable e) {
      survive(e);
    }
    return true;
  }

  @Override
  void leave(Worker worker) {
    if (!worker.isSettled()) {
      endIdleRunners(worker);
    }
    worker.end();
    scheduler.workerEnded();
  }

  /**
   * What was chosen stands in no variable here: the runner that is mounted may keep the thread for
   * hours, and a frame that is interpreted holds on to what it does not need any more.
   */
  @Override
  void run(Worker worker) {
    while (worker.hasHandover()) {
      try {
        mountNext(worker);
      } catch (Throwable e) {
        survive(e); // no memory for another runner, at worst
      }
    }
  }

  /**
   * A forced close may have released the bound thread that plays {@code worker} since it chose: a
   * runner that is mounted on it then finds no worker, and ends, as does one that is started. That
   * may happen at any time, so whoever finds the work still there looks again.
   */
  private void mountNext(Worker worker) {
    if (!worker.isHandoverWork()) {
      mount((Runnable) Objects.requireNonNull(worker.takeHandover()), worker);
    } else if (Worker.current() != worker) {
      runElsewhere(worker);
    } else {
      Runnable continuation = idleRunner(worker).continuation;
      if (continuation != null) {
        mount(continuation, worker); // the work stays there: the runner takes it
      }
    }
  }

  /**
   * What was chosen may be a process that is claimed, and could not be claimed once more out of a
   * queue. So it gets a thread of its own, which any worker runs, or nobody's after the end.
   */
  private void runElsewhere(Worker worker) {
    Work item = (Work) Objects.requireNonNull(worker.takeHandover());
    try {
      newThread(scheduler.settings.name() + "-released", () -> runItem(item)).start();
    } catch (Throwable e) {
      worker.handOver(item); // no memory: once more
      throw e;
    }
  }

  private void mount(Runnable continuation, Worker worker) {
    if (scheduler.world != null) {
      scheduler.world.mounts(continuation, scheduler);
    } else if (FiberRunEvent.isOn()) {
      FiberRunEvent.mount(continuation, worker);
      return;
    }
    continuation.run();
  }

  private Runner idleRunner(Worker worker) {
    Bench bench = bench(worker);
    Runner runner = bench.idle.pollLast();
    if (runner != null) {
      runner.busy = true;
      return runner;
    }
    return newRunner(bench);
  }

  private Runner newRunner(Bench bench) {
    Runner runner = new Runner();
    String name = scheduler.settings.name() + "-runner-" + runnerNumber.incrementAndGet();
    Thread thread = newThread(name, runner);
    runner.thread = thread;
    runners.put(thread, runner);
    try {
      start(thread, bench, runner);
    } catch (Throwable e) {
      runners.remove(thread);
      throw e;
    }
    know(runner.continuation, thread);
    return runner;
  }

  /** Starts {@code thread} so that its continuation is left at {@code berth}, in no queue. */
  private static void start(Thread thread, Bench bench, Berth berth) {
    bench.settling = berth; // start() hands the continuation to execute, which leaves it there
    try {
      thread.start();
    } finally {
      bench.settling = null;
    }
  }

  @Override
  Thread newThread(String name, Runnable body) {
    Thread thread = threads.newThread(body);
    if (!name.isEmpty()) {
      thread.setName(name);
    }
    return thread;
  }

  @Override
  Object mount(Thread thread) {
    Bench bench = bench(Objects.requireNonNull(Worker.current()));
    Berth starting = bench.starting;
    start(thread, bench, starting);
    Runnable continuation = starting.continuation;
    starting.continuation = null; // what it stands for may be garbage soon
    know(continuation, thread);
    return Objects.requireNonNull(continuation);
  }

  private void know(@Nullable Runnable continuation, Thread thread) {
    if (scheduler.world != null && continuation != null) {
      scheduler.world.know(continuation, thread);
    }
  }

  private void endIdleRunners(Worker worker) {
    Bench bench = bench(worker);
    Runner runner;
    while ((runner = bench.idle.pollLast()) != null) {
      worker.handOver(END);
      runner.busy = true;
      Objects.requireNonNull(runner.continuation).run();
    }
    worker.takeHandover(); // is still there if the last one could not be mounted
    bench.settling = null; // is still there if a runner settled just when its thread was released
  }

  /**
   * Also if the map makes the runner wait, for another one that is just being entered, the item
   * begins at home: until the entry is there the runner may go on anywhere, from then on it is
   * resumed at home only.
   */
  @Override
  void bindRunner(@Nullable Worker home) {
    Runner runner = runners.get(Thread.currentThread());
    if (runner != null && home != null) {
      homes.put(Objects.requireNonNull(runner.continuation), home);
      if (Worker.current() != home) {
        Thread.yield(); // cannot be pinned here: there is no frame below but the runner's own
      }
    } else if (runner != null) {
      homes.remove(Objects.requireNonNull(runner.continuation));
    }
  }

  // ---- the fibers' side

  /**
   * Called by the JDK when a virtual thread of ours can run: on the carrier when it yields or was
   * unparked while it parked; on whichever thread unparks it otherwise, pinned if that is virtual.
   * Does not park, lock or reject.
   */
  @Override
  public void execute(Runnable continuation) {
    if (scheduler.world != null && scheduler.world.keepsSuspended(continuation)) {
      return;
    }
    if (WakeEvent.isOn()) {
      tellWake(continuation);
    }
    Worker home = homes.isEmpty() ? null : homes.get(continuation);
    if (home != null && home.addBoundReady(continuation)) {
      if (scheduler.isEnded()) {
        runLate(); // its home may have gone meanwhile
      }
      return;
    }
    Worker worker = Worker.current();
    if (worker != null && worker.scheduler == scheduler && !worker.isStopped()) {
      Bench bench = bench(worker);
      Berth settling = bench.settling;
      if (settling != null) {
        bench.settling = null;
        settling.continuation = continuation;
        if (settling.wasMissed()) {
          worker.putReady(continuation);
        }
        return;
      }
      if (Thread.currentThread() instanceof WorkerThread || worker.isRestingOnRunner()) {
        worker.putReady(continuation); // just left the carrier, or timed out: it chooses next
      } else {
        worker.addReady(continuation);
      }
    } else {
      scheduler.foreignReady.add(continuation);
      scheduler.idle.workAdded();
    }
    if (scheduler.isEnded()) {
      runLate();
    }
  }

  /** Tells that {@code continuation} was woken, unless it has just been started, or yields. */
  private void tellWake(Runnable continuation) {
    try {
      Thread woken = Loom.threadOf(continuation);
      String state = woken == null ? "" : Loom.stateOf(woken);
      if (state.equals("UNPARKED") || state.equals("UNBLOCKED")) {
        WakeEvent.tell(woken, scheduler);
      }
    } catch (Throwable _) {
      // one event less: what was woken has to be queued
    }
  }

  /**
   * A fiber that chooses and runs items under whatever worker it is mounted on.
   *
   * <p><b>An idle one may be mounted by mistake.</b> Who looks at the stack of a virtual thread
   * that has yielded, as a thread dump does, holds it up, and the JDK then gives it to {@link
   * #execute} once more, to be sure. So a runner that goes on looks whether it was taken from its
   * bench ({@code busy}); if not, it gives the carrier back, and stays on the bench where it is.
   *
   * <p>Who takes it from there meanwhile finds that it cannot be mounted, and takes another one. It
   * has set {@code busy} before it tried; the runner's carrier, after the runner has yielded, looks
   * at {@code busy} ({@link #wasMissed}). Both are volatile, as is the state of a virtual thread:
   * so either the one can mount it, or the other sees that it was missed, and has it go on. If
   * both, it is mounted by mistake once more.
   */
  private final class Runner extends Berth implements Runnable {
    volatile boolean busy = true;
    private volatile boolean rests;
    @Nullable Thread thread;

    /** Of whoever mounts it. */
    private boolean settles;

    @Override
    public void run() {
      try {
        // Without a continuation nobody could mount it again: it was started for one who had just
        // been released, and others have come to it.
        while (continuation != null && runOne()) {}
      } catch (Throwable e) {
        scheduler.uncaught(e); // no memory, say: this one ends, the worker lives
      } finally {
        runners.remove(Thread.currentThread());
      }
    }

    /** Runs one item, or gives the carrier back; false if this runner has to end. */
    private boolean runOne() {
      Worker worker = Worker.current();
      if (worker == null) {
        return false; // resumed after the runtime ended
      }
      Object next = worker.takeHandover();
      if (next == END) {
        return false;
      }
      if (next == null && !worker.hasToGo() && scheduler.world == null) {
        next = worker.choose(); // in a world, one choice is a step
        if (next == null && worker.isRestForRunner() && !FiberRunEvent.isOn()) {
          next = rest(worker);
        }
      }
      if (next instanceof Work item) {
        runItem(item);
        return true;
      }
      worker.handOver(next);
      return settle(bench(worker));
    }

    /** Waits for something to do, as the carrier would, without giving it back. */
    private @Nullable Object rest(Worker worker) {
      rests = true;
      try {
        return worker.awaitOnRunner();
      } finally {
        rests = false;
      }
    }

    private boolean settle(Bench bench) {
      if (bench.idle.size() >= MAX_IDLE) {
        return false;
      }
      bench.idle.addLast(this);
      busy = false;
      settles = true;
      Worker worker;
      while (!busy && (worker = Worker.current()) != null) { // null: after the runtime's end
        bench(worker).settling = this;
        try {
          Thread.yield(); // cannot be pinned here: there is no frame below but the runner's own
        } catch (Throwable e) { // no memory to put its stack aside: it ends, on this very carrier
          bench(worker).settling = null;
          bench(worker).idle.remove(this);
          throw e;
        }
      }
      settles = false;
      return true;
    }

    /** Anybody: whether it has an item. */
    boolean hasItem() {
      return busy && !rests;
    }

    @Override
    boolean wasMissed() {
      return settles && busy;
    }
  }

  // ---- after the end, and looking in

  @Override
  void runLate() {
    LateFibers.run(scheduler.foreignReady, scheduler.world);
  }

  @Override
  FiberState stateOf(Thread thread) {
    Runner runner = runners.get(thread);
    if (runner != null && !runner.hasItem()) {
      return FiberState.IDLE;
    }
    return switch (Loom.stateOf(thread)) {
      case "NEW", "STARTED", "UNPARKED", "YIELDED", "UNBLOCKED" ->
          scheduler.world != null && scheduler.world.holdsUp(thread)
              ? FiberState.RUNNING
              : FiberState.QUEUED;
      case "PARKED", "PINNED" ->
          LockSupport.getBlocker(thread) instanceof ParkTimer
              ? FiberState.WAITING
              : FiberState.YIELDED;
      case "BLOCKED", "WAIT" -> FiberState.YIELDED;
      case "TIMED_PARKED", "TIMED_PINNED", "TIMED_WAIT" -> FiberState.WAITING;
      case "TERMINATED" -> FiberState.ENDED;
      default -> FiberState.RUNNING; // or on its way from one to another
    };
  }

  @Override
  @Nullable Worker workerOf(Thread thread) {
    Thread carrier = Loom.carrierOf(thread);
    return carrier == null ? null : Worker.playedBy(carrier);
  }

  @Override
  @Nullable Thread holderOf(Worker worker) {
    for (Thread thread : scheduler.busyThreads()) {
      if (workerOf(thread) == worker) {
        return thread;
      }
    }
    return null;
  }

  @Override
  int runners() {
    return runners.size();
  }

  @Override
  List<Thread> busyRunners() {
    List<Thread> busy = new ArrayList<>();
    for (Runner runner : runners.values()) {
      if (runner.hasItem()) {
        busy.add(Objects.requireNonNull(runner.thread));
      }
    }
    return busy;
  }
}
