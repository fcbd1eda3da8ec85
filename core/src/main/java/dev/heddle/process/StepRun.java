package dev.heddle.process;

import dev.heddle.metrics.Rule;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a runner needs while it is at the steps of a process: made once for a worker and used again.
 * A step that blocks takes its run along, perhaps to another worker; the worker it has left makes
 * itself a new one.
 *
 * <p>{@code thread} is set by who begins, on a run that is free, and cleared by the same thread
 * when it is done: with release, and read with acquire by who wants it next, so that all that was
 * cleared before is seen. The process may be kept as a reference, because a run stays young: a
 * worker forgets its own now and then. The thread, which can be an old object itself, is kept as
 * its number.
 */
final class StepRun {
  private static final VarHandle THREAD;

  static {
    try {
      THREAD =
          MethodHandles.lookup()
              .findVarHandle(StepRun.class, "thread", long.class)
              .withInvokeExactBehavior(); // an int in place of a long would cost 5 ns
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final StepOutput out = new StepOutput(this);
  private final Processes processes;

  /** Whose steps these are; null between them. */
  private @Nullable ProcessCell cell;

  /** The rule by which it was chosen; kept up while steps are recorded only. */
  private String rule = "";

  /** To whom the worker shall be handed over after this step. */
  private @Nullable ProcessCell target;

  private List<String> lastMessages = List.of();

  /** The number of the thread that has it; 0: it is free. */
  private long thread;

  @SuppressWarnings("this-escape") // into its own part
  private StepRun(Processes processes) {
    this.processes = processes;
  }

  /** On a runner that has claimed {@code cell}. */
  static StepRun begin(ProcessCell cell) {
    Worker here = Worker.current();
    StepRun run;
    if (here != null
        && here.processState() instanceof StepRun kept
        && (long) THREAD.getAcquire(kept) == 0) {
      run = here.isProcessStateOld() ? kept.renewed(here) : kept;
    } else {
      run = new StepRun(cell.processes());
      if (here != null) {
        here.keepProcessState(run);
      }
    }
    run.cell = cell;
    if (ProcessStepEvent.isOn()) {
      run.rule = here == null ? "" : here.chosenBy();
    }
    run.thread = Thread.currentThread().threadId();
    return run;
  }

  /** A new one for {@code here}; if there is no memory, this one, which does as well. */
  private StepRun renewed(Worker here) {
    StepRun fresh;
    try {
      assert Moment.passes("a run is renewed");
      fresh = new StepRun(processes);
    } catch (OutOfMemoryError _) {
      fresh = this;
    }
    here.keepProcessState(fresh);
    return fresh;
  }

  /** It goes on with the steps of {@code next}, which it was told to hand over to. */
  void handsOver(ProcessCell next) {
    if (HandOverEvent.isOn()) {
      HandOverEvent.tell(number(), next);
    }
    goesOnWith(next, Rule.BYPASS);
  }

  /** It goes on with the steps of {@code next}, by {@code why}. */
  void goesOnWith(ProcessCell next, Rule why) {
    if (ProcessStepEvent.isOn()) {
      rule = why.name();
    }
    cell = next;
  }

  /** After the last step. */
  void end() {
    cell = null;
    THREAD.setRelease(this, 0L);
  }

  /** The run that the caller, on {@code here}, is in; null if in none, or if it has moved since. */
  static @Nullable StepRun current(@Nullable Worker here) {
    return here != null
            && here.processState() instanceof StepRun run
            && run.thread == Thread.currentThread().threadId()
        ? run
        : null;
  }

  /** The number of the thread that has it. */
  long thread() {
    return thread;
  }

  /** Whose steps these are, by number. */
  long number() {
    return cell().self().number();
  }

  /** The name of the rule by which it was chosen, while steps are recorded. */
  String rule() {
    return rule;
  }

  /** In a step: whose it is. */
  ProcessCell cell() {
    return Objects.requireNonNull(cell);
  }

  /** In a step: {@code receiver}, of the same runtime, shall be next. The last one counts. */
  void handOverTo(ProcessCell receiver) {
    if (receiver != cell) {
      target = receiver;
    }
  }

  /** In a step that has failed: keeps what it was given, for the report. */
  void rememberMessages(Events events) {
    try {
      assert Memory.suffices("the last messages");
      lastMessages = CrashReport.describe(events, processes.describer());
    } catch (OutOfMemoryError _) {
      lastMessages = List.of();
    }
  }

  List<String> takeMessages() {
    List<String> taken = lastMessages;
    lastMessages = List.of();
    return taken;
  }

  @Nullable ProcessCell takeTarget() {
    ProcessCell taken = target;
    if (taken != null) {
      target = null;
    }
    return taken;
  }
}
