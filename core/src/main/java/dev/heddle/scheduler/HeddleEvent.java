package dev.heddle.scheduler;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * For JDK Flight Recorder: what the runtime's own events have in common.
 *
 * <p><b>Cost.</b> Each event has a static {@code isOn()}, which asks a constant event. Without a
 * recording the JIT makes a constant {@code false} of that, with one it is some loads; everything
 * else, allocation included, is behind it.
 *
 * <p><b>Time.</b> What leads to something (a spawn, a send, a wake-up) is told before it is done,
 * so that it is not seen after what it leads to.
 *
 * <p><b>Failure.</b> Whatever goes wrong with an event, a name that cannot be made, or no stack or
 * memory left, must not reach what it tells of, which may be in the middle of something that has to
 * be finished: then there is one event less. So each is made inside of a {@code try}.
 *
 * <p>Nothing of a simulated world is told: its time is not the recording's.
 */
@Category("Heddle")
@StackTrace(false)
@Registered(false)
public abstract class HeddleEvent extends Event {
  @Label("Runtime")
  protected String runtime = "";

  @Label("Worker")
  @Description("The number of the worker on which it began; -1: a thread outside")
  protected int worker = -1;

  /** For subclasses. */
  protected HeddleEvent() {}

  /** Says where it is: on {@code here}, or, if that is null, outside. */
  protected final void at(@Nullable Worker here) {
    if (here != null) {
      runtime = here.scheduler.name();
      worker = here.index;
    }
  }

  /** As {@link #at(Worker)}, of what belongs to {@code scheduler}, wherever it happens. */
  protected final void at(Scheduler scheduler) {
    Worker here = Worker.current();
    runtime = scheduler.name();
    worker = here != null && here.scheduler == scheduler ? here.index : -1;
  }

  /** Writes it, if that can be done. */
  protected final void tell() {
    try {
      commit();
    } catch (Throwable _) {
      // one event less
    }
  }

  /** What {@code thread}, a fiber's or a runner's, is called. */
  static String nameOf(Thread thread) {
    OwnThread own = Scheduler.ownThread(thread);
    return own == null ? thread.getName() : own.recordedName();
  }

  /** Whether the caller is simulated. */
  protected static boolean isSimulated() {
    return World.current() != null;
  }
}
