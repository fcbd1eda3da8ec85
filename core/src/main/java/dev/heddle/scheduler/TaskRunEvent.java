package dev.heddle.scheduler;

import dev.heddle.metrics.Rule;
import java.util.function.Supplier;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import org.jspecify.annotations.Nullable;

/** For JDK Flight Recorder: a task was run, from its start to its end, its waits included. */
@Name("dev.heddle.TaskRun")
@Label("Task Run")
@Description("A task, from its start to its end, its waits included")
@Enabled(false)
@Registered
public final class TaskRunEvent extends HeddleEvent {
  private static final TaskRunEvent PROBE = new TaskRunEvent();

  @Label("Task")
  @Description("The class of the task, or of its body")
  String task = "";

  @Label("Number")
  @Description("That of its spawn too")
  long number;

  @Label("Rule")
  @Description("By which it was chosen; LOCAL also where a join has taken it back")
  String rule = "";

  private TaskRunEvent() {}

  /** Whether task runs are recorded. */
  public static boolean isOn() {
    return PROBE.isEnabled();
  }

  /** Runs {@code item}, which was chosen by the worker that runs the caller, and tells it. */
  static @Nullable Work carryOut(Work item) {
    if (!item.recordedKind().equals(Work.TASK)) {
      return item.carryOut();
    }
    Worker here = Worker.current();
    TaskRunEvent event = of(item, here == null ? "" : here.chosenBy());
    try {
      return item.carryOut();
    } finally {
      event.ended();
    }
  }

  /** Runs {@code item}, by {@code body}, in the middle of a join that has taken it back. */
  public static <T extends @Nullable Object> T inPlace(Work item, Supplier<T> body) {
    TaskRunEvent event = of(item, Rule.LOCAL.name());
    try {
      return body.get();
    } finally {
      event.ended();
    }
  }

  private static TaskRunEvent of(Work item, String rule) {
    TaskRunEvent event = new TaskRunEvent();
    event.at(Worker.current());
    event.task = item.recordedName();
    event.number = item.recordedNumber();
    event.rule = rule;
    event.begin();
    return event;
  }

  private void ended() {
    if (!isSimulated()) {
      tell();
    }
  }
}
