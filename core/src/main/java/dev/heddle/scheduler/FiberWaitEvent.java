package dev.heddle.scheduler;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import org.jspecify.annotations.Nullable;

/** For JDK Flight Recorder: a fiber, or a task on its runner, waited in one of Heddle's waits. */
@Name("dev.heddle.FiberWait")
@Label("Fiber Wait")
@Description("A fiber or task that waited for something of Heddle's, until it went on")
@Enabled(false)
@Registered
final class FiberWaitEvent extends HeddleEvent {
  private static final FiberWaitEvent PROBE = new FiberWaitEvent();

  @Label("Fiber")
  String fiber = "";

  @Label("Number")
  @Description("That of its thread")
  long number;

  @Label("Waits For")
  @Description("In that thing's own words, or its class if it is not of Heddle's")
  String waitsFor = "";

  @Label("Resumed On")
  @Description("The number of the worker on which it went on")
  int resumedOn = -1;

  private FiberWaitEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  /** The caller is about to wait for {@code blocker}; null if it is no fiber, or is not told. */
  static @Nullable FiberWaitEvent begin(Object blocker) {
    try {
      Worker before = Worker.current();
      Thread me = Thread.currentThread();
      if (before == null || !(me.isVirtual() || me instanceof BatonRunner) || isSimulated()) {
        return null;
      }
      FiberWaitEvent event = new FiberWaitEvent();
      event.at(before);
      event.fiber = nameOf(me);
      event.number = me.threadId();
      event.waitsFor = describe(blocker);
      event.begin();
      return event;
    } catch (Throwable _) {
      return null; // one event less
    }
  }

  /** It goes on. */
  void goesOn() {
    Worker after = Worker.current();
    resumedOn = after == null ? -1 : after.index;
    tell();
  }

  /** What is not Heddle's might say something long, or throw. */
  private static String describe(Object blocker) {
    Class<?> type = blocker.getClass();
    return type.getName().startsWith("dev.heddle.") ? blocker.toString() : ClassName.of(type);
  }
}
