package dev.heddle.task;

import dev.heddle.internal.Failures;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.TooLateException;
import dev.heddle.scheduler.Work;
import dev.heddle.scheduler.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Dag}.
 *
 * <p><i>Counting.</i> Each step counts the predecessors that have not ended; who brings the count
 * to 0 by its atomic decrement queues the step, or keeps it to run it next. A predecessor that
 * failed or was skipped sets {@code SKIP} before it counts down, so whoever brings the count to 0
 * sees it.
 *
 * <p><i>The end.</i> {@code unfinished} counts the sinks. A sink ends after all that leads to it,
 * and everything leads to one, so when it is 0 all actions have ended. The caller reads it, and
 * then parks; who brings it to 0 unparks the caller afterwards, so no wake-up is lost.
 *
 * <p><i>Nobody waits in vain.</i> A step that the runtime ends without running it counts as failed.
 */
final class DagRun<D extends @Nullable Object> {
  private static final VarHandle UNFINISHED;
  private static final VarHandle FAILURE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      UNFINISHED = lookup.findVarHandle(DagRun.class, "unfinished", int.class);
      FAILURE = lookup.findVarHandle(DagRun.class, "failure", Throwable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Dag<D> dag;
  private final D data;
  private final Scheduler scheduler;
  private final Thread caller = Thread.currentThread();
  private final List<Step> steps;
  private volatile int unfinished;
  private volatile @Nullable Throwable failure;
  private volatile boolean cancelled;

  DagRun(Dag<D> dag, D data, Scheduler scheduler) {
    this.dag = dag;
    this.data = data;
    this.scheduler = scheduler;
    unfinished = dag.sinks;
    steps = new ArrayList<>(dag.size());
    for (int i = 0; i < dag.size(); i++) {
      steps.add(new Step(this, i));
    }
  }

  /** A node in this run: what stands in the queues. */
  private static final class Step extends Work {
    private static final int SKIP = 1 << 31;
    private static final VarHandle WAITS;

    static {
      try {
        WAITS = MethodHandles.lookup().findVarHandle(Step.class, "waits", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final DagRun<?> run;
    private final int index;

    /** Bits 0-30: predecessors that have not ended. Bit 31, SKIP: one has failed or was skipped. */
    @SuppressWarnings("unused") // through WAITS
    private volatile int waits;

    /** Written by who runs it, to null under the monitor: an interrupt cannot come later. */
    volatile @Nullable Thread runner;

    /** Of whoever skips it: what is to be skipped after it. */
    private @Nullable Step skippedNext;

    Step(DagRun<?> run, int index) {
      this.run = run;
      this.index = index;
      waits = run.dag.predecessors[index];
    }

    @Override
    protected @Nullable Work carryOut() {
      return run.perform(this);
    }

    @Override
    protected void abandon(RuntimeException reason) {
      run.failed(reason);
      run.skip(this);
    }

    /** A predecessor has ended; whether it was the last. */
    boolean countDown(boolean done) {
      if (!done) {
        WAITS.getAndBitwiseOr(this, SKIP);
      }
      return ((int) WAITS.getAndAdd(this, -1) & ~SKIP) == 1;
    }

    synchronized void leaveRunner() {
      runner = null;
    }

    synchronized void interrupt() {
      Thread running = runner;
      if (running != null) {
        running.interrupt();
      }
    }

    boolean shallSkip() {
      return ((int) WAITS.getAcquire(this) & SKIP) != 0;
    }
  }

  // ---- the caller

  /** Runs the graph and waits for it. */
  void run() {
    int[] starts = dag.starts;
    for (int i = starts.length - 1; i > 0; i--) {
      spawn(steps.get(starts[i]));
    }
    runHere(steps.get(starts[0]));
    runOwn();
    boolean interrupted = !await(true);
    if (interrupted) {
      cancelled = true;
      steps.forEach(Step::interrupt);
      await(false);
    }
    Throwable thrown = failure;
    if (thrown != null) {
      Failures.addJoinStack(thrown, dag);
      throw Failures.rethrow(thrown);
    }
    if (interrupted) {
      throw new CancellationException("interrupted while running a " + dag);
    }
  }

  private boolean await(boolean interruptibly) {
    try {
      return scheduler.await(() -> unfinished == 0, this, Long.MAX_VALUE, interruptibly);
    } catch (Throwable e) { // the JVM cannot park a fiber whose stack is almost full
      cancelled = true;
      throw e;
    }
  }

  private void runHere(Step first) {
    Work next = first;
    while (next instanceof Step step) {
      next = step.carryOut();
    }
  }

  /** Runs steps of this run for as long as they are the newest of the caller's deque. */
  private void runOwn() {
    while (unfinished != 0) {
      Worker worker = Worker.current();
      if (worker == null
          || !(worker.newest() instanceof Step step)
          || step.run != this
          || !Worker.takeBackHere(step)) {
        return;
      }
      runHere(step);
    }
  }

  // ---- whoever runs a step

  /** Runs the action of {@code step}; returns the step to run next, if one has become ready. */
  private @Nullable Work perform(Step step) {
    boolean done = false;
    step.runner = Thread.currentThread();
    if (!cancelled) { // looked at once the runner is there to be interrupted
      try {
        dag.actions.get(step.index).run(data);
        done = true;
      } catch (Throwable e) {
        failed(e);
      }
    }
    step.leaveRunner();
    if (done) {
      return succeed(step);
    }
    skip(step);
    return null;
  }

  /** Counts {@code step} as done; returns one step that is ready now, and spawns the others. */
  private @Nullable Step succeed(Step step) {
    int[] successors = dag.successors[step.index];
    if (successors.length == 0) {
      sinkEnded();
      return null;
    }
    Step next = null;
    for (int index : successors) {
      Step successor = steps.get(index);
      if (!successor.countDown(true)) {
        continue;
      }
      if (successor.shallSkip()) {
        skip(successor);
      } else if (next == null) {
        next = successor;
      } else {
        spawn(successor);
      }
    }
    return next;
  }

  private void spawn(Step step) {
    try {
      scheduler.spawn(step);
    } catch (TooLateException _) {
      // Who took it out of the queue has abandoned it, and with it all that waits for it.
    } catch (Throwable e) { // the runtime has ended, or there is no memory
      failed(e);
      skip(step);
    }
  }

  /**
   * Ends {@code first} without its action, and so all that nothing else keeps waiting. Takes no
   * memory: those that are to be skipped yet are linked.
   */
  private void skip(Step first) {
    Step last = first;
    Step step = first;
    while (step != null) {
      int[] successors = dag.successors[step.index];
      for (int index : successors) {
        Step successor = steps.get(index);
        if (successor.countDown(false)) {
          last.skippedNext = successor;
          last = successor;
        }
      }
      if (successors.length == 0) {
        sinkEnded();
      }
      Step next = step.skippedNext;
      step.skippedNext = null;
      step = next;
    }
  }

  private void sinkEnded() {
    if ((int) UNFINISHED.getAndAdd(this, -1) == 1) {
      Parking.unpark(caller);
    }
  }

  private void failed(Throwable e) {
    Throwable first = (Throwable) FAILURE.compareAndExchange(this, null, e);
    if (first != null && first != e) {
      try {
        first.addSuppressed(e);
      } catch (OutOfMemoryError _) {
        // the first one is told
      }
    }
  }

  /** What the caller waits for. */
  @Override
  public String toString() {
    return "a run of a " + dag + ", " + unfinished + " of its ends unfinished";
  }
}
