package dev.heddle.scheduler;

import dev.heddle.metrics.Incident;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether workers get on. One that has been at a single item for long is reported, with the
 * stack that holds it. If every one of them has been at a single item for too long (a pinned fiber,
 * a native call, a class initialiser, or simply a long computation) while work waits, it adds a
 * spare worker, within the bound. Spares leave when they have nothing to do, or when not all others
 * have been held for a second. As long as one worker gets on, no spare is needed: it can take
 * whatever waits, unless it is at a long computation that divides itself and so gets on without
 * choosing anything. That is left to finish: a machine that is short of processor time must not get
 * more threads for it.
 *
 * <p>One thread, which looks four times per {@code stuckAfter} while there is something going on,
 * and ever less often, down to once a second, while there is not. So a runtime that gets stuck
 * right after a long rest gets its spare a second later.
 */
final class Watchdog implements Runnable {
  private static final long MAX_PERIOD = 1_000_000_000;
  private static final long A_WHILE = 1_000_000_000;
  private static final int SHOWN = 8;
  private static final int MOST_PLACES = 64;

  /** How late a timer has to be before the watchdog fires it; nanoseconds. */
  private static final long LATE = 5_000_000;

  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private final Scheduler scheduler;
  private final long stuckAfter;
  private final Stagnation stagnation;
  private final boolean[] reported;
  private final long reportAfter;

  /** Where workers were held that the log knows of already. */
  private final Set<String> places = new HashSet<>();

  private volatile boolean over;

  /** When all workers but the spares were held, as seen last. */
  private long allHeldAt;

  private boolean warned;
  private @Nullable Runnable deed;
  private @Nullable Thread thread;

  Watchdog(Scheduler scheduler) {
    this.scheduler = scheduler;
    stuckAfter = scheduler.settings.stuckAfterNanos();
    allHeldAt = System.nanoTime();
    stagnation = new Stagnation(scheduler.slots(), allHeldAt);
    reported = new boolean[scheduler.slots()];
    reportAfter = scheduler.settings.reportAfterNanos();
  }

  void start() {
    Thread watcher = new Thread(null, this, scheduler.settings.name() + "-watchdog", 0, false);
    watcher.setDaemon(true);
    thread = watcher;
    watcher.start();
  }

  /** Before the start: {@code what} is to be done once, a second or two after it. */
  void afterAWhile(Runnable what) {
    deed = what;
  }

  void stop() {
    over = true;
    LockSupport.unpark(thread);
  }

  @Override
  public void run() {
    long busyPeriod = Math.clamp(Math.min(stuckAfter, reportAfter) / 4, 1_000_000L, MAX_PERIOD);
    long period = busyPeriod;
    long started = System.nanoTime();
    while (!over) {
      LockSupport.parkNanos(this, period);
      if (over) {
        return;
      }
      try {
        assert Memory.suffices("a look of the watchdog");
        long now = System.nanoTime();
        stagnation.look(now, period);
        period = scheduler.isQuiet() ? Math.min(period * 2, MAX_PERIOD) : busyPeriod;
        look(now);
        Runnable due = now - started > A_WHILE ? deed : null;
        if (due != null) {
          deed = null;
          due.run();
        }
      } catch (Throwable e) {
        scheduler.uncaught(e);
      }
    }
  }

  /** Work waits, every worker is stuck, and no more spares may come: somebody has to know. */
  private void warnOnce() {
    if (warned) {
      return;
    }
    warned = true;
    StringBuilder text =
        new StringBuilder()
            .append("the runtime '")
            .append(scheduler.name())
            .append("' has work waiting, but all its workers and spare workers are held by what")
            .append(
                " cannot be parked; if they wait for that work, this is a deadlock: give it more")
            .append(" workers or spare workers. Some of what runs:");
    scheduler.busyThreads().stream()
        .filter(runner -> runner.getState() != Thread.State.NEW)
        .limit(SHOWN)
        .forEach(runner -> appendStack(text, runner));
    LOG.log(System.Logger.Level.WARNING, text);
  }

  private static void appendStack(StringBuilder text, Thread thread) {
    text.append("\n  ").append(thread.getName());
    for (StackTraceElement frame : thread.getStackTrace()) {
      text.append("\n    at ").append(frame);
    }
  }

  /** Takes stock of all workers, reports who is stuck, and adds a spare if one is needed. */
  private void look(long now) {
    boolean allStuck = true;
    boolean allReported = true;
    for (int i = 0; i < scheduler.registered(); i++) {
      Worker worker = scheduler.workerAt(i);
      worker.timePasses();
      if (worker.isParked() || worker.isStopped()) {
        stagnation.rests(i, now);
        reported[i] = false;
      } else if (stagnation.getsOn(i, worker.progress(), now)) {
        reported[i] = false;
      } else {
        worker.openNextIfWaiting();
        if (!reported[i] && stagnation.held(i, now) >= reportAfter) {
          reported[i] = true;
          report(worker, stagnation.held(i, now));
        }
      }
      boolean counts = !worker.isStopped() && !worker.solitary;
      long held = counts ? stagnation.held(i, now) : Long.MAX_VALUE;
      allStuck &= held >= stuckAfter;
      allReported &= held >= reportAfter;
      if (i == scheduler.workers() - 1 && allStuck) {
        allHeldAt = now; // all that are there for good
      }
    }
    scheduler.letSparesGo(now - allHeldAt > Math.max(A_WHILE, 2 * stuckAfter));
    scheduler.fireOverdue(now - LATE);
    if (!scheduler.hasWork()) {
      return;
    }
    if (scheduler.idle.parked() > 0) {
      scheduler.idle.wakeOne(); // see IdleSet.workAddedNearby
    } else if (allStuck && scheduler.settings.spares() > 0 && !scheduler.addSpare()) {
      if (allReported) { // not only a machine that is short of processor time
        warnOnce();
      }
    }
  }

  private void report(Worker worker, long heldFor) {
    Thread holder = scheduler.engine.holderOf(worker);
    StackTraceElement[] stack = holder == null ? new StackTraceElement[0] : holder.getStackTrace();
    if (holder == null || stack.length == 0) {
      return; // it has got on meanwhile
    }
    String frames =
        Arrays.stream(stack).map(frame -> "\n    at " + frame).collect(Collectors.joining());
    String name = scheduler.nameOf(holder);
    StuckWorkerEvent event = new StuckWorkerEvent();
    if (event.shouldCommit()) {
      event.at(worker);
      event.heldBy = name;
      event.heldFor = heldFor;
      event.stack = frames;
      event.commit();
    }
    scheduler
        .incidents()
        .add(
            Incident.Kind.STUCK_WORKER,
            scheduler.name() + "-worker-" + worker.index,
            "held for %d ms by %s:%s".formatted(heldFor / 1_000_000, name, frames));
    if (places.size() < MOST_PLACES && places.add(placeOf(stack))) {
      LOG.log(
          System.Logger.Level.WARNING,
          "worker %d of the runtime '%s' has been held for %d ms by %s, which computes or does what cannot be parked:%s"
              .formatted(worker.index, scheduler.name(), heldFor / 1_000_000, name, frames));
    }
  }

  /** The innermost frame that is not the JDK's. */
  private static String placeOf(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(
            frame -> frame.getModuleName() == null || !frame.getModuleName().startsWith("java."))
        .map(StackTraceElement::toString)
        .findFirst()
        .orElse(stack[0].toString());
  }
}
