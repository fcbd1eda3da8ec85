package dev.heddle.scheduler;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the user's that has joined a runtime as a worker of its own. While it waits in one of
 * Heddle's waits, and when it leaves, it plays its worker; otherwise it does what its user wants,
 * and its worker stands still.
 *
 * <p>{@code permit} is what a park waits for. It is written by anybody and taken by the thread, and
 * the worker's sleep is ended after it was written, so no permit is missed.
 */
final class BoundThread {
  private static final ConcurrentHashMap<Thread, BoundThread> ALL = new ConcurrentHashMap<>();

  final Thread thread;
  final Worker worker;
  private volatile boolean permit;

  private BoundThread(Thread thread, Worker worker) {
    this.thread = thread;
    this.worker = worker;
  }

  /** What {@code thread} is bound as, to whichever runtime; null if it is not. */
  static @Nullable BoundThread of(Thread thread) {
    return ALL.isEmpty() ? null : ALL.get(thread);
  }

  /** The calling thread joins as {@code worker}. */
  static BoundThread bind(Worker worker) {
    BoundThread bound = new BoundThread(Thread.currentThread(), worker);
    worker.settle(bound);
    ALL.put(bound.thread, bound);
    return bound;
  }

  /** Ends the binding: the thread is one like any other again. By itself, or by who closes. */
  void release() {
    if (ALL.remove(thread, this)) {
      worker.unsettle(this);
      worker.unpark();
    }
  }

  // ---- by the thread itself

  /** Plays the worker until there is a permit, an interrupt, or {@code nanos} are over. */
  void park(long nanos) {
    long start = Clock.nanos();
    AtomicBoolean interrupted = new AtomicBoolean();
    if (!permit) {
      play(
          nanos,
          interrupted,
          () ->
              permit
                  || !worker.isSettled()
                  || interrupted.get()
                  || thread.isInterrupted()
                  || (nanos != Long.MAX_VALUE && Clock.nanos() - start >= nanos));
    }
    permit = false;
  }

  /** Plays the worker until nothing is left that only it can run. */
  void runAll() {
    AtomicBoolean interrupted = new AtomicBoolean();
    play(Long.MAX_VALUE, interrupted, () -> worker.hasNothingBound() || !worker.isSettled());
  }

  private void play(long nanos, AtomicBoolean interrupted, BooleanSupplier over) {
    worker.begin(new Worker.Tenure(over, nanos));
    worker.scheduler.engine.visit(worker, () -> interrupted.set(true));
  }

  // ---- by anybody

  /** As {@link java.util.concurrent.locks.LockSupport#unpark}. */
  void unpark() {
    permit = true;
    worker.unpark();
  }
}
