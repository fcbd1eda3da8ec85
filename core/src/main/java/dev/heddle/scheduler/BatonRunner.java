package dev.heddle.scheduler;

import dev.heddle.loom.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A runner of the {@link BatonEngine}.
 *
 * <table>
 * <caption>The states of {@code state}</caption>
 * <tr><th>state</th><th>meaning</th><th>left by</th></tr>
 * <tr><td>{@code RUNNING}</td><td>no permit; may hold a baton</td><td>unpark, to {@code PERMIT}; the
 * runner itself, to {@code PARKED}</td></tr>
 * <tr><td>{@code PERMIT}</td><td>the next park returns at once</td><td>the runner</td></tr>
 * <tr><td>{@code PARKED}</td><td>has given its baton away and waits</td><td>unpark, or the runner
 * when its time is up or it is interrupted: one CAS to {@code READY}</td></tr>
 * <tr><td>{@code READY}</td><td>stands in one ready queue, once</td><td>the runner, once it has a
 * baton</td></tr>
 * </table>
 *
 * The baton is given away before {@code PARKED} is set, so that nobody can hand over a second one.
 */
class BatonRunner extends WorkerThread {
  private static final int RUNNING = 0;
  private static final int PERMIT = 1;
  private static final int PARKED = 2;
  private static final int READY = 3;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(BatonRunner.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final BatonEngine engine;
  private volatile int state;
  private volatile boolean orphaned;

  /** Whether this runner is a worker's first, which runs the worker's initializer. */
  boolean initializes;

  /** The only worker under which it may go on; null: any. */
  volatile @Nullable Worker home;

  /** Whether it has an item under way. */
  volatile boolean busy;

  /** Its run on the worker that it has, if that is recorded; its own to touch. */
  private @Nullable FiberRunEvent run;

  BatonRunner(BatonEngine engine, String name) {
    super(null, name);
    this.engine = engine;
  }

  @Override
  public void run() {
    try {
      Worker first = worker();
      if (initializes && first != null) {
        engine.scheduler.initialize(first);
      }
      while (runOne()) {}
    } finally {
      engine.gone(this);
    }
  }

  /** With a baton: runs one item or gives the baton away. False if this runner has to end. */
  private boolean runOne() {
    Worker now = worker();
    if (now == null) {
      return awaitBaton();
    }
    boolean found;
    try {
      found = now.awaitHandover();
    } catch (Throwable e) {
      engine.survive(e);
      return true;
    }
    if (!found) {
      play(null);
      engine.leave(now);
      return awaitBaton();
    }
    busy = now.isHandoverWork();
    if (busy) {
      beginRun();
    }
    engine.run(now);
    endRun();
    busy = false;
    return true;
  }

  private void beginRun() {
    Worker mine = worker();
    run = mine != null && FiberRunEvent.isOn() ? FiberRunEvent.begin(this, mine) : null;
  }

  private void endRun() {
    FiberRunEvent ends = run;
    if (ends != null) {
      run = null;
      ends.tell();
    }
  }

  /** Gives the baton that this runner holds to one that waited. */
  void giveBatonTo(BatonRunner next) {
    endRun();
    Worker now = worker();
    play(null);
    next.play(now);
    LockSupport.unpark(next);
  }

  /** Without baton or item: waits until it is given a baton; false if it shall end. */
  private boolean awaitBaton() {
    if (orphaned || !engine.keepIdle(this)) {
      return false;
    }
    while (worker() == null) {
      if (engine.scheduler.isEnded() && engine.leaveIdle(this)) {
        return false; // looked once it stands among the idle ones, whom the end wakes
      }
      LockSupport.park(engine);
    }
    return true;
  }

  // ---- a thread with a body of its own

  /**
   * Waits for the first baton.
   *
   * @param queue whether it has to stand in a ready queue for that
   */
  final void awaitFirstBaton(boolean queue) {
    state = READY;
    if (queue) {
      engine.makeReady(this);
    }
    boolean interrupted = awaitReadyAndBaton(engine, 0, 0);
    state = RUNNING;
    beginRun();
    if (interrupted) {
      interrupt();
    }
  }

  /** At the end of its body: gives the baton away, or, if nobody can take it, goes on with it. */
  final void passOn() {
    Worker mine = worker();
    endRun();
    if (mine == null) {
      return;
    }
    play(null);
    try {
      engine.passBaton(mine);
    } catch (Throwable e) {
      play(mine); // no thread to be had: this one stays, as a runner
      while (runOne()) {}
    }
  }

  // ---- waiting in the middle of an item

  /** Called by this runner: waits without a baton, at most {@code nanos} if that is not 0. */
  void park(Object blocker, long nanos) {
    StackRoom.toRelease(); // a stack that overflows between two steps would lose a baton
    if (STATE.compareAndSet(this, PERMIT, RUNNING) || isInterrupted()) {
      return;
    }
    Worker mine = worker();
    if (mine == null) {
      parkWithoutWorker(blocker, nanos);
      return;
    }
    long deadline = nanos == 0 ? 0 : Clock.nanos() + nanos;
    endRun();
    play(null);
    try {
      engine.passBaton(mine);
    } catch (Throwable e) {
      // No thread to be had for the baton: keep it and wait for a moment. Callers look again.
      play(mine);
      beginRun();
      LockSupport.parkNanos(blocker, 1_000_000);
      return;
    }
    if (!STATE.compareAndSet(this, RUNNING, PARKED)) {
      state = READY; // a permit came meanwhile: all that is missing is a baton
      engine.makeReady(this);
    }
    boolean interrupted = awaitReadyAndBaton(blocker, nanos, deadline);
    state = RUNNING;
    beginRun();
    if (interrupted) {
      interrupt();
    }
  }

  private static void parkWithoutWorker(Object blocker, long nanos) {
    if (nanos == 0) {
      LockSupport.park(blocker);
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
  }

  private boolean awaitReadyAndBaton(Object blocker, long nanos, long deadline) {
    boolean interrupted = false;
    while (worker() == null && !orphaned) {
      if (state == READY || nanos == 0) {
        LockSupport.park(blocker);
      } else {
        LockSupport.parkNanos(blocker, Math.max(1, deadline - Clock.nanos()));
      }
      interrupted |= Thread.interrupted(); // kept for the caller; set, it would make park return
      boolean over = interrupted || (nanos != 0 && deadline - Clock.nanos() <= 0);
      if (over && STATE.compareAndSet(this, PARKED, READY)) {
        engine.makeReady(this);
      }
    }
    return interrupted;
  }

  /**
   * Called by this runner: lets what is ready go first, and now and then what is new. Leaves {@code
   * state} alone, so a permit that comes meanwhile is kept.
   */
  void yieldBaton() {
    StackRoom.toRelease();
    Worker mine = worker();
    if (mine == null) {
      Thread.yield();
      return;
    }
    Object next = mine.chooseForYield();
    if (next instanceof BatonRunner ready) {
      giveBatonTo(ready);
    } else if (next == null) {
      return;
    } else {
      endRun();
      play(null);
      try {
        engine.passBaton(mine);
      } catch (Throwable e) {
        play(mine); // no thread to be had: goes on itself
        beginRun();
        return;
      }
    }
    engine.makeReady(this); // only now: who chooses it hands it a baton
    boolean interrupted = awaitReadyAndBaton(engine, 0, 0);
    beginRun();
    if (interrupted) {
      interrupt();
    }
  }

  /** Anybody: whether it could go on, and only lacks a baton. */
  boolean isReady() {
    return state == READY;
  }

  /** Called by anybody: as {@link LockSupport#unpark}. */
  void unpark() {
    while (true) {
      int now = state;
      if (now == PERMIT || now == READY) {
        return;
      }
      if (now == RUNNING && STATE.compareAndSet(this, RUNNING, PERMIT)) {
        if (orphaned) {
          LockSupport.unpark(this);
        }
        return;
      }
      if (now == PARKED && STATE.compareAndSet(this, PARKED, READY)) {
        if (WakeEvent.isOn()) {
          WakeEvent.tell(this, engine.scheduler);
        }
        engine.makeReady(this);
        return;
      }
    }
  }

  /** The runtime has ended: there is no baton any more, go on without one. */
  void goOnWithoutWorker() {
    orphaned = true;
    LockSupport.unpark(this);
  }
}
