package dev.heddle.process;

import dev.heddle.scheduler.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a runner needs while it is at the steps of a process: made once for a worker and used again,
 * so that a step allocates nothing. A step that blocks takes its run along, perhaps to another
 * worker; the worker it has left makes itself a new one.
 *
 * <p>{@code thread} is set by who begins, on a run that is free, and cleared by the same thread
 * when it is done: with release, and read with acquire by who wants it next, so that all that was
 * cleared before is seen.
 */
final class StepRun {
  private static final VarHandle THREAD;

  static {
    try {
      THREAD = MethodHandles.lookup().findVarHandle(StepRun.class, "thread", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final StepOutput out = new StepOutput();
  final Events events = new Events();

  /** Whose steps these are. */
  @Nullable ProcessCell cell;

  /** To whom the worker shall be handed over after this step. */
  private @Nullable ProcessCell target;

  private List<String> lastMessages = List.of();

  private @Nullable Thread thread;

  private StepRun() {}

  /** On a runner that has claimed {@code cell}. */
  static StepRun begin(ProcessCell cell) {
    Worker here = Worker.current();
    StepRun run;
    if (here != null
        && here.processState() instanceof StepRun kept
        && THREAD.getAcquire(kept) == null) {
      run = kept;
    } else {
      run = new StepRun();
      if (here != null) {
        here.keepProcessState(run);
      }
    }
    run.cell = cell;
    run.thread = Thread.currentThread();
    return run;
  }

  /** After the last step. */
  void end() {
    cell = null;
    THREAD.setRelease(this, null);
  }

  /** The run that the caller, on {@code here}, is in; null if in none, or if it has moved since. */
  static @Nullable StepRun current(@Nullable Worker here) {
    return here != null
            && here.processState() instanceof StepRun run
            && run.thread == Thread.currentThread()
        ? run
        : null;
  }

  Thread thread() {
    return Objects.requireNonNull(thread);
  }

  /** In a step: {@code receiver} shall be next. The last one counts. */
  void handOverTo(ProcessCell receiver) {
    if (receiver != cell) {
      target = receiver;
    }
  }

  /** In a step that has failed: keeps what it was given, for the report. */
  void rememberMessages(Function<Object, String> describer) {
    lastMessages = CrashReport.describe(events, describer);
  }

  List<String> takeMessages() {
    List<String> taken = lastMessages;
    lastMessages = List.of();
    return taken;
  }

  @Nullable ProcessCell takeTarget() {
    ProcessCell taken = target;
    target = null;
    return taken;
  }
}
