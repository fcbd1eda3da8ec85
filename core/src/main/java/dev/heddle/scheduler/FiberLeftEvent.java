package dev.heddle.scheduler;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * For JDK Flight Recorder: an event of no content that goes before a {@link FiberRunEvent}, and is
 * lost in its place. On JDK 25.0.3, if a virtual thread has written an event, the next one that its
 * carrier writes, after the virtual thread has left it, is not in the recording. Those after it
 * are. FlightRecorderTest has a test that fails without this one.
 */
@Name("dev.heddle.FiberLeft")
@Label("Fiber Left")
@Category("Heddle")
@Description("Has no meaning; keeps the fiber run that follows from being lost")
@Enabled(false)
@StackTrace(false)
final class FiberLeftEvent extends Event {
  private FiberLeftEvent() {}

  static void tell() {
    try {
      new FiberLeftEvent().commit();
    } catch (Throwable _) {
      // one event less, and the next one perhaps, but nothing reaches who carried the fiber
    }
  }
}
