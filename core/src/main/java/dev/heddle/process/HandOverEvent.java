package dev.heddle.process;

import dev.heddle.scheduler.HeddleEvent;
import dev.heddle.scheduler.Worker;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** For JDK Flight Recorder: a worker went from a process straight to the one it had sent to. */
@Name("dev.heddle.HandOver")
@Label("Hand-Over")
@Description("A worker went from a process straight to the one that had been sent to")
@Enabled(false)
@Registered
final class HandOverEvent extends HeddleEvent {
  private static final HandOverEvent PROBE = new HandOverEvent();

  @Label("From")
  @Description("The number of the PID of who has sent")
  long from;

  @Label("To")
  @Description("The number of the PID of who goes on")
  long to;

  @Label("Process")
  @Description("The name of who goes on, or its class")
  String process = "";

  private HandOverEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  static void tell(long from, ProcessCell to) {
    try {
      if (!isSimulated()) {
        write(from, to);
      }
    } catch (Throwable _) {
      // one event less
    }
  }

  private static void write(long from, ProcessCell to) {
    HandOverEvent event = new HandOverEvent();
    event.at(Worker.current());
    event.from = from;
    event.to = to.self().number();
    event.process = to.recordedName();
    event.tell();
  }
}
