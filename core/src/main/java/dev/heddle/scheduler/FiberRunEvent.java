package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import org.jspecify.annotations.Nullable;

/**
 * For JDK Flight Recorder: a worker had a fiber, or a runner, from when that went on until it
 * waited, yielded, or ended. Tasks and steps that a runner has run meanwhile have their own events.
 */
@Name("dev.heddle.FiberRun")
@Label("Fiber Run")
@Description("A fiber or runner on a worker, until it waits, yields or ends")
@Enabled(false)
@Registered
final class FiberRunEvent extends HeddleEvent {
  private static final FiberRunEvent PROBE = new FiberRunEvent();

  @Label("Fiber")
  String fiber = "";

  @Label("Number")
  @Description("That of its thread; 0: not known")
  long number;

  @Label("Rule")
  @Description("By which it was chosen")
  String rule = "";

  private FiberRunEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  /** On the carrier of {@code worker}: lets {@code continuation} go on until it leaves. */
  static void mount(Runnable continuation, Worker worker) {
    FiberRunEvent event = begin(null, continuation, worker);
    try {
      continuation.run();
    } finally {
      FiberLeftEvent.tell();
      ended(event);
    }
  }

  /** {@code thread} goes on, on {@code worker}; null: it is not told. */
  static @Nullable FiberRunEvent begin(Thread thread, Worker worker) {
    return begin(thread, null, worker);
  }

  private static @Nullable FiberRunEvent begin(
      @Nullable Thread known, @Nullable Runnable continuation, Worker worker) {
    try {
      FiberRunEvent event = new FiberRunEvent();
      event.at(worker);
      event.rule = worker.chosenBy();
      Thread thread = continuation == null ? known : Loom.threadOf(continuation);
      if (thread != null) {
        event.fiber = nameOf(thread);
        event.number = thread.threadId();
      }
      event.begin();
      return event;
    } catch (Throwable _) {
      return null; // one event less
    }
  }

  private static void ended(@Nullable FiberRunEvent event) {
    if (event != null) {
      event.tell();
    }
  }
}
