package dev.heddle.scheduler;

import java.util.Arrays;
import java.util.stream.Collectors;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** For JDK Flight Recorder: a failure that nobody waits for, of a process above all. */
@Name("dev.heddle.Crash")
@Label("Crash")
@Description("A process, or something else that nobody waits for, has failed")
@Registered
final class CrashEvent extends HeddleEvent {
  private static final CrashEvent PROBE = new CrashEvent();
  private static final int MOST_FRAMES = 64;

  @Label("Who")
  @Description("The PID of a process; else the thread on which it is told")
  String who = "";

  @Label("Name")
  @Description("That of a process; else empty")
  String name = "";

  @Label("Where")
  @Description("In which step or method of a process")
  String where = "";

  @Label("Error")
  String error = "";

  @Label("Stack")
  @Description("Where the error was thrown, innermost first; not where it was told")
  String stack = "";

  private CrashEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  static void tell(Scheduler scheduler, String who, String name, String where, Throwable error) {
    try {
      if (!isSimulated()) {
        write(scheduler, who, name, where, error);
      }
    } catch (Throwable _) {
      // one event less
    }
  }

  private static void write(
      Scheduler scheduler, String who, String name, String where, Throwable error) {
    CrashEvent event = new CrashEvent();
    event.at(scheduler);
    event.who = who;
    event.name = name;
    event.where = where;
    event.error = InWords.inFull(error);
    event.stack =
        Arrays.stream(error.getStackTrace())
            .limit(MOST_FRAMES)
            .map(frame -> "    at " + frame)
            .collect(Collectors.joining("\n"));
    event.tell();
  }
}
