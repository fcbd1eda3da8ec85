package dev.heddle.process;

import dev.heddle.scheduler.HeddleEvent;
import dev.heddle.scheduler.Worker;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import org.jspecify.annotations.Nullable;

/** For JDK Flight Recorder: a process took a step. */
@Name("dev.heddle.ProcessStep")
@Label("Process Step")
@Enabled(false)
@Registered
final class ProcessStepEvent extends HeddleEvent {
  private static final ProcessStepEvent PROBE = new ProcessStepEvent();

  @Label("Process")
  @Description("Its name, or its class")
  String process = "";

  @Label("Number")
  @Description("Of its PID")
  long number;

  @Label("Step")
  @Description("The first one is 1")
  long step;

  @Label("Events")
  @Description("How many messages and other events it was given")
  int events;

  @Label("Rule")
  @Description("By which the process was chosen; its further steps in a row have the same one")
  String rule = "";

  @Label("Outcome")
  @Description("What the step has said of how to go on")
  String outcome = "";

  private ProcessStepEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  /** On the runner: {@code cell} is about to take its {@code step}-th step; null: not told. */
  static @Nullable ProcessStepEvent begin(ProcessCell cell, long step, int events, String rule) {
    try {
      ProcessStepEvent event = new ProcessStepEvent();
      event.at(Worker.current());
      event.process = cell.recordedName();
      event.number = cell.self().number();
      event.step = step;
      event.events = events;
      event.rule = rule;
      event.begin();
      return event;
    } catch (Throwable _) {
      return null; // one event less
    }
  }

  void ended(StepOutput.Status status) {
    if (!isSimulated()) {
      outcome = status.name();
      tell();
    }
  }
}
