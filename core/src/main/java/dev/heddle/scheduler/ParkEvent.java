package dev.heddle.scheduler;

import java.util.function.BooleanSupplier;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.Threshold;

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

  /** Has {@code worker} sleep, by {@code park}, and tells it. */
  static boolean around(Worker worker, BooleanSupplier park) {
    ParkEvent event = new ParkEvent();
    event.at(worker);
    event.begin();
    boolean stays = park.getAsBoolean();
    event.tell();
    return stays;
  }
}
