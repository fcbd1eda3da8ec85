package dev.heddle.scheduler;

import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** For JDK Flight Recorder: the runtime was given something new to run. */
@Name("dev.heddle.Spawn")
@Label("Spawn")
@Description("A task, fiber or process that is about to be queued for its first run")
@Enabled(false)
@Registered
final class SpawnEvent extends HeddleEvent {
  private static final SpawnEvent PROBE = new SpawnEvent();

  @Label("Kind")
  @Description("task, fiber or process")
  String kind = "";

  @Label("Name")
  String name = "";

  @Label("Number")
  @Description("Of a task, as in its run; of a fiber, that of its thread; of a process, its PID's")
  long number;

  @Label("Fiber")
  @Description("For a process that is a fiber, the number of its thread; else 0")
  long fiber;

  @Label("How")
  @Description("spawned, enqueued, returned by a task that ran, or its successor")
  String how = "";

  private SpawnEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  /** {@code item} is about to be queued. */
  static void tell(Work item, Scheduler scheduler, String how) {
    try {
      if (!isSimulated()) {
        write(item, scheduler, how);
      }
    } catch (Throwable _) {
      // one event less
    }
  }

  private static void write(Work item, Scheduler scheduler, String how) {
    SpawnEvent event = new SpawnEvent();
    event.at(scheduler);
    event.kind = item.recordedKind();
    event.name = item.recordedName();
    event.number = item.recordedNumber();
    event.fiber = item instanceof OwnThread own ? own.thread().threadId() : 0;
    event.how = how;
    event.tell();
  }
}
