package dev.heddle.scheduler;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * {@link LockSupport} for waits of Heddle's own: the same promises, but a runner of the platform
 * engine passes its worker on before it waits, and gets one again before it goes on, a bound thread
 * plays its worker meanwhile, and timed waits of fibers are the timers of their workers. Every park
 * may return for no reason; callers look at what they wait for again.
 */
public final class Parking {
  private static final int FIRST_SPINS = 4;
  private static final int MOMENT = 100;
  private static final int LONG = 500;

  private Parking() {}

  /** Parks the calling thread or fiber until {@link #unpark}, an interrupt, or for no reason. */
  public static void park(Object blocker) {
    FiberWaitEvent event = FiberWaitEvent.isOn() ? FiberWaitEvent.begin(blocker) : null;
    Thread me = Thread.currentThread();
    BoundThread bound;
    if (me instanceof BatonRunner runner) {
      runner.park(blocker, 0);
    } else if (!me.isVirtual() && (bound = BoundThread.of(me)) != null) {
      bound.park(Long.MAX_VALUE);
    } else {
      LockSupport.park(blocker);
    }
    if (event != null) {
      event.goesOn();
    }
  }

  /** As {@link #park}, for at most {@code nanos} nanoseconds. */
  public static void parkNanos(Object blocker, long nanos) {
    if (nanos <= 0) {
      return;
    }
    if (Thread.currentThread().isVirtual()) {
      parkVirtual(blocker, nanos);
    } else {
      parkPlatform(blocker, nanos);
    }
  }

  /**
   * Small, and without anything to undo, because a million fibers may have it on their stacks: a
   * timer that is left behind by an error fires for nothing, once.
   */
  private static void parkVirtual(Object blocker, long nanos) {
    Worker worker = Worker.current();
    if (worker == null || worker.scheduler.workers() == 0) {
      parkOutside(blocker, nanos);
      return;
    }
    ParkTimer timer = new ParkTimer(Thread.currentThread(), blocker);
    worker.scheduler.schedule(
        timer, Clock.nanos() + Math.min(nanos, Long.MAX_VALUE / 2)); // which is 146 years
    if (FiberWaitEvent.isOn()) {
      parkTold(timer);
    } else {
      LockSupport.park(timer);
    }
    timer.takeBack();
  }

  /** Apart, so that what others leave on a stack stays small. */
  private static void parkTold(ParkTimer timer) {
    FiberWaitEvent event = FiberWaitEvent.begin(timer.blocker());
    LockSupport.park(timer);
    if (event != null) {
      event.goesOn();
    }
  }

  /**
   * Without workers, who plays this one may be held by this very park, in a class initialiser, say,
   * and there is no watchdog to keep its time instead: the JDK does, or the world.
   */
  private static void parkOutside(Object blocker, long nanos) {
    World world = World.current();
    if (world == null) {
      LockSupport.parkNanos(blocker, nanos);
      return;
    }
    ParkTimer timer = new ParkTimer(Thread.currentThread(), blocker);
    world.schedule(timer, world.now() + Math.min(nanos, Long.MAX_VALUE / 2));
    LockSupport.park(timer);
    timer.takeBack();
  }

  private static void parkPlatform(Object blocker, long nanos) {
    FiberWaitEvent event = FiberWaitEvent.isOn() ? FiberWaitEvent.begin(blocker) : null;
    Thread me = Thread.currentThread();
    BoundThread bound;
    if (me instanceof BatonRunner runner) {
      runner.park(blocker, nanos); // has a thread of the system that can sleep by itself
    } else if ((bound = BoundThread.of(me)) != null) {
      bound.park(nanos);
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
    if (event != null) {
      event.goesOn();
    }
  }

  /** Lets whatever is ready run before the caller; on a thread outside, {@link Thread#yield()}. */
  public static void yieldNow() {
    Thread me = Thread.currentThread();
    if (me instanceof BatonRunner runner) {
      runner.yieldBaton();
    } else if (!me.isVirtual() || Worker.hasReasonToYield()) {
      Thread.yield();
    }
  }

  /**
   * Whether the caller may wait for some microseconds without parking: it is on a worker, which
   * would find nothing to do, which may spin, and is not the only one. Looks into the queues of
   * all. Never outside, nor in a world.
   */
  public static boolean mayWaitAwake() {
    Worker worker = Worker.current();
    return worker != null && worker.mayWaitAwake();
  }

  /**
   * Somebody else has what the caller wants, for a few instructions: lets it be for a while, on a
   * worker that may spin, and is not the only one, as {@link Backoff} says, else for a moment.
   *
   * @param before for how many spins the caller has done so already
   * @return for how many it has now; 0: for none, as it has long enough, and should yield
   */
  public static int stayAway(int before) {
    Worker worker = Worker.current();
    if (worker != null
        && worker.scheduler.workers() > 1
        && worker.scheduler.settings.tightSpins() > 0) {
      return before >= LONG ? 0 : worker.backoff.stayAway();
    }
    if (before >= MOMENT) {
      return 0;
    }
    int spins = before + FIRST_SPINS; // so it doubles
    spin(spins);
    return spins;
  }

  /** As {@link #stayAway(int)}, where nobody can have it for longer than a few instructions. */
  public static void stayAway() {
    stayAway(0);
  }

  /** Keeps the processor, without looking at anything: some ten nanoseconds each time. */
  public static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  /** Lets {@code thread} go on; if it is not parked, its next park returns at once. */
  public static void unpark(@Nullable Thread thread) {
    BoundThread bound;
    if (thread instanceof BatonRunner runner) {
      runner.unpark();
    } else if (thread != null && !thread.isVirtual() && (bound = BoundThread.of(thread)) != null) {
      bound.unpark();
    } else {
      LockSupport.unpark(thread);
    }
  }
}
