package dev.heddle.scheduler;

import dev.heddle.metrics.Rule;
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
    TaskRunEvent event = of(item, null);
    try {
      return item.carryOut();
    } finally {
      ended(event);
    }
  }

  /** {@code item} begins, in the middle of a join that has taken it back; null: it is not told. */
  public static @Nullable TaskRunEvent inPlace(Work item) {
    return of(item, Rule.LOCAL);
  }

  private static @Nullable TaskRunEvent of(Work item, @Nullable Rule rule) {
    try {
      Worker here = Worker.current();
      TaskRunEvent event = new TaskRunEvent();
      event.at(here);
      event.task = item.recordedName();
      event.number = item.recordedNumber();
      event.rule = rule != null ? rule.name() : here == null ? "" : here.chosenBy();
      event.begin();
      return event;
    } catch (Throwable _) {
      return null; // one event less
    }
  }

  /** What {@code event} tells of has ended. */
  public static void ended(@Nullable TaskRunEvent event) {
    if (event != null && !isSimulated()) {
      event.tell();
    }
  }
}
