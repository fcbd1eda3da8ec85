package dev.heddle.scheduler;

import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runners are platform threads, and a worker is a baton that they pass on: whoever holds it plays
 * the worker. A runner that waits in one of Heddle's own waits gives its baton to an idle runner,
 * or to a new one, and gets some worker's baton back when it is chosen by {@code READY}. A wait
 * that Heddle does not see keeps the baton; the watchdog then adds a spare worker.
 */
final class BatonEngine extends RunnerEngine {
  /** Idle runners beyond this many end. */
  private static final int MAX_IDLE = 256;

  private final Set<BatonRunner> runners = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedDeque<BatonRunner> idle = new ConcurrentLinkedDeque<>();
  private final AtomicInteger idleCount = new AtomicInteger();
  private final AtomicLong runnerNumber = new AtomicLong();

  BatonEngine(Scheduler scheduler) {
    super(scheduler);
  }

  @Override
  Engine kind() {
    return Engine.PLATFORM;
  }

  @Override
  void start(Worker worker) {
    BatonRunner runner = newRunner();
    runner.initializes = true;
    runner.play(worker);
    worker.engineState = runner;
    start(runner);
  }

  private void start(BatonRunner runner) {
    try {
      runner.start();
    } catch (Throwable e) {
      runners.remove(runner);
      throw e;
    }
  }

  /** The visitor cannot run items on its own stack, so it lends its turn to a runner and waits. */
  @Override
  void visit(Worker worker, Runnable interrupted) {
    CountDownLatch over = new CountDownLatch(1);
    worker.engineState = over;
    passBaton(worker);
    boolean wasInterrupted = false;
    while (over.getCount() != 0) {
      // The tenure's end unparks this thread and not the runner that sleeps as the worker.
      worker.unpark();
      try {
        over.await(1, java.util.concurrent.TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        wasInterrupted = true;
        interrupted.run();
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  void leave(Worker worker) {
    Object visitor = worker.engineState; // before the end: then the next visitor may take the slot
    worker.end();
    if (visitor instanceof CountDownLatch over) {
      over.countDown();
    }
    scheduler.workerEnded();
  }

  @Override
  void run(Worker worker) {
    Object next = Objects.requireNonNull(worker.takeHandover());
    if (next instanceof Work item) {
      runItem(item);
    } else {
      ((BatonRunner) Thread.currentThread()).giveBatonTo((BatonRunner) next);
    }
  }

  // ---- runners

  private BatonRunner newRunner() {
    String name = scheduler.settings.name() + "-runner-" + runnerNumber.incrementAndGet();
    BatonRunner runner = new BatonRunner(this, name);
    runners.add(runner);
    return runner;
  }

  @Override
  Thread newThread(String name, Runnable body) {
    String given = name.isEmpty() ? scheduler.settings.name() + "-fiber" : name;
    return new BatonFiber(this, given, body);
  }

  @Override
  Object mount(Thread thread) {
    ((BatonFiber) thread).startChosen();
    return thread;
  }

  /** Gives {@code worker} to an idle runner, or to a new one. */
  void passBaton(Worker worker) {
    BatonRunner runner = idle.pollLast();
    if (runner == null) {
      runner = newRunner();
      runner.play(worker);
      start(runner);
    } else {
      idleCount.decrementAndGet();
      runner.play(worker);
      LockSupport.unpark(runner);
    }
  }

  /** The calling runner has no baton and no item; true if it shall wait for one. */
  boolean keepIdle(BatonRunner runner) {
    if (idleCount.get() >= MAX_IDLE || scheduler.isEnded()) {
      return false;
    }
    idleCount.incrementAndGet();
    try {
      assert Memory.suffices("a place among the idle");
      idle.addLast(runner);
    } catch (OutOfMemoryError _) {
      idleCount.decrementAndGet();
      return false; // it ends; another one is made when it is needed
    }
    return true;
  }

  /** An idle runner takes itself out again; false if it has been given a baton meanwhile. */
  boolean leaveIdle(BatonRunner runner) {
    if (idle.remove(runner)) {
      idleCount.decrementAndGet();
      return true;
    }
    return false;
  }

  @Override
  void bindRunner(@Nullable Worker home) {
    ((BatonRunner) Thread.currentThread()).home = home;
  }

  /** {@code runner} waited, and can go on as soon as somebody gives it a baton. */
  void makeReady(BatonRunner runner) {
    Worker home = runner.home;
    if (home != null && home.addBoundReady(runner)) {
      return;
    }
    Worker worker = Worker.current();
    if (worker != null && worker.scheduler == scheduler && !worker.isStopped()) {
      worker.addReady(runner);
    } else {
      scheduler.foreignReady.add(runner);
      scheduler.idle.workAdded();
    }
    if (scheduler.isEnded()) {
      runLate();
    }
  }

  void gone(BatonRunner runner) {
    runners.remove(runner);
  }

  // ---- after the end, and looking in

  @Override
  void runLate() {
    Runnable ready;
    while ((ready = scheduler.foreignReady.poll()) != null) {
      ((BatonRunner) ready).goOnWithoutWorker();
    }
    for (BatonRunner runner : idle) {
      LockSupport.unpark(runner);
    }
  }

  @Override
  FiberState stateOf(Thread thread) {
    BatonRunner runner = (BatonRunner) thread;
    if (runners.contains(runner) && !runner.busy) {
      return FiberState.IDLE;
    }
    return switch (runner.getState()) {
      case TERMINATED -> FiberState.ENDED;
      case NEW -> FiberState.QUEUED;
      case TIMED_WAITING -> runner.isReady() ? FiberState.QUEUED : FiberState.WAITING;
      case WAITING, BLOCKED -> runner.isReady() ? FiberState.QUEUED : FiberState.YIELDED;
      case RUNNABLE -> FiberState.RUNNING;
    };
  }

  @Override
  @Nullable Worker workerOf(Thread thread) {
    return thread instanceof BatonRunner runner ? runner.worker() : null;
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
    for (BatonRunner runner : runners) {
      if (runner.busy) {
        busy.add(runner);
      }
    }
    return busy;
  }
}
