package dev.heddle.scheduler;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.Timespan;

/** For JDK Flight Recorder: a worker has been at one item for long. */
@Name("dev.heddle.StuckWorker")
@Label("Stuck Worker")
@Description("A worker has been at one item for long: it computes, or is held by what cannot park")
@Registered
final class StuckWorkerEvent extends HeddleEvent {
  @Label("Held By")
  @Description("The fiber or runner that the worker executes")
  String heldBy = "";

  @Label("Held For")
  @Timespan(Timespan.NANOSECONDS)
  long heldFor;

  @Label("Stack")
  @Description("Where the fiber is, innermost first")
  String stack = "";
}
