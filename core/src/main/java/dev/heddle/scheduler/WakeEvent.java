package dev.heddle.scheduler;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import org.jspecify.annotations.Nullable;

/** For JDK Flight Recorder: a fiber that waited, or has just begun, can go on. */
@Name("dev.heddle.Wake")
@Label("Fiber Wake-Up")
@Description("A fiber or runner that waited was made ready, by the thread of this event")
@Enabled(false)
@Registered
final class WakeEvent extends HeddleEvent {
  private static final WakeEvent PROBE = new WakeEvent();

  @Label("Fiber")
  String fiber = "";

  @Label("Number")
  @Description("That of its thread; 0: not known")
  long number;

  private WakeEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  /** {@code woken}, one of {@code scheduler}'s, is about to be queued. */
  static void tell(@Nullable Thread woken, Scheduler scheduler) {
    try {
      if (!isSimulated()) {
        write(woken, scheduler);
      }
    } catch (Throwable _) {
      // one event less
    }
  }

  private static void write(@Nullable Thread woken, Scheduler scheduler) {
    WakeEvent event = new WakeEvent();
    event.at(scheduler);
    if (woken != null) {
      event.fiber = nameOf(woken);
      event.number = woken.threadId();
    }
    event.tell();
  }
}
