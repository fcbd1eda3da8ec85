package dev.heddle.scheduler;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** For JDK Flight Recorder: a worker had nothing to do, and slept. */
@Name("dev.heddle.Park")
@Label("Worker Park")
@Description("A worker that slept, because there was nothing to do")
@Threshold("20 ms")
@Registered
final class ParkEvent extends HeddleEvent {
  private static final ParkEvent PROBE = new ParkEvent();

  private ParkEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  /** {@code worker} goes to sleep; null if that cannot be told. */
  static @Nullable ParkEvent begin(Worker worker) {
    try {
      ParkEvent event = new ParkEvent();
      event.at(worker);
      event.begin();
      return event;
    } catch (Throwable e) { // no memory, say: the worker has to sleep all the same
      return null;
    }
  }
}
