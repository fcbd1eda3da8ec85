package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Timer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A command that a process has yielded, until the process has been told its outcome: what its
 * handler completes, and then the event that tells.
 *
 * <p>{@code state} goes from {@code PENDING} to {@code DONE} by one CAS, whose winner alone writes
 * the outcome and puts the event into the mailbox; so there is one outcome. If the process ends
 * first, it goes to {@code CANCELLED}, and from there to {@code DONE} as well, so that a second
 * outcome is an error even then.
 */
final class PendingCommand extends Completion implements CommandReply, Asker {
  private static final int PENDING = 0;
  private static final int DONE = 1;
  private static final int CANCELLED = 2;
  private static final VarHandle STATE;
  private static final VarHandle ON_CANCEL;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      STATE = here.findVarHandle(PendingCommand.class, "state", int.class);
      ON_CANCEL = here.findVarHandle(PendingCommand.class, "onCancel", Runnable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ProcessCell cell;
  private final long tag;
  private final Object command;
  private volatile int state;

  @SuppressWarnings("unused") // through ON_CANCEL
  private volatile @Nullable Runnable onCancel;

  /** What ends the wait for it; cancelled with it. Written before the timer can fire. */
  private volatile @Nullable Timer timer;

  private @Nullable Object data;
  private @Nullable Throwable error;

  /** The links of {@link PendingCommands}. */
  @Nullable PendingCommand older;

  @Nullable PendingCommand newer;

  PendingCommand(ProcessCell cell, long tag, Object command) {
    this.cell = cell;
    this.tag = tag;
    this.command = command;
  }

  // ---- as an event

  @Override
  public long tag() {
    return tag;
  }

  @Override
  public @Nullable Object data() {
    return data;
  }

  @Override
  public @Nullable Throwable error() {
    return error;
  }

  @Override
  public Object command() {
    return command;
  }

  // ---- as a reply

  @Override
  public Pid process() {
    return cell.self();
  }

  @Override
  public void complete(@Nullable Object result) {
    StackRoom.toHold(); // an outcome that was given has to be told
    if (!settle(result, null, DeadLetter.Reason.LATE_COMPLETION)) {
      throw doneAlready("completed");
    }
  }

  @Override
  public void fail(Throwable why) {
    if (why == null) {
      throw new NullPointerException("error");
    }
    StackRoom.toHold();
    if (!settle(null, why, DeadLetter.Reason.LATE_COMPLETION)) {
      throw doneAlready("failed");
    }
  }

  private IllegalStateException doneAlready(String what) {
    return new IllegalStateException(
        "the command of tag %d of the process %s cannot be %s: it has an outcome already"
            .formatted(tag, cell.self(), what));
  }

  /** The process that was asked answers. */
  @Override
  public void answer(@Nullable Object result) {
    int now = state;
    if (now != PENDING || !settle(result, null, DeadLetter.Reason.LATE_REPLY)) {
      cell.processes().post().bury(cell.self(), result, DeadLetter.Reason.LATE_REPLY);
    }
  }

  /** As {@link #complete}, if there is no outcome yet. */
  void tryComplete(@Nullable Object result) {
    boolean _ = state != DONE && settle(result, null, DeadLetter.Reason.LATE_COMPLETION);
  }

  /** As {@link #fail}, if there is no outcome yet. */
  void tryFail(Throwable why) {
    boolean _ = state != DONE && settle(null, why, DeadLetter.Reason.LATE_COMPLETION);
  }

  /** As {@link #tryFail}, if somebody still waits for it. */
  @Override
  public void giveUp(Throwable why) {
    boolean _ = state == PENDING && settle(null, why, DeadLetter.Reason.LATE_COMPLETION);
  }

  /** The handler: {@code watch}, which it schedules then, is cancelled with this. */
  void timedBy(Timer watch) {
    timer = watch;
  }

  /** The handler, once the timer is scheduled: if there is an outcome already, it is not needed. */
  void timerScheduled() {
    if (state != PENDING) {
      cancelTimer();
    }
  }

  private void cancelTimer() {
    Timer watch = timer;
    if (watch != null) {
      watch.takeBack();
    }
  }

  /** Gives the outcome; false if there was one. */
  private boolean settle(
      @Nullable Object result, @Nullable Throwable why, DeadLetter.Reason ifLate) {
    if (STATE.compareAndSet(this, PENDING, DONE)) {
      data = result;
      error = why;
      onCancel = null;
      assert Moment.passes("a command has an outcome");
      cancelTimer();
      if (cell.processes().post().put(cell, this)) {
        return true;
      }
    } else if (!STATE.compareAndSet(this, CANCELLED, DONE)) {
      return false;
    }
    cell.processes().post().bury(cell.self(), why == null ? result : why, ifLate);
    return true;
  }

  @Override
  public void onCancel(Runnable action) {
    onCancel = action;
    if (state == CANCELLED) {
      runOnCancel();
    }
  }

  @Override
  public boolean isCancelled() {
    return state == CANCELLED;
  }

  /** The process has ended, or waits for it no more; false if there is an outcome. */
  boolean cancel() {
    boolean first = STATE.compareAndSet(this, PENDING, CANCELLED);
    if (first) {
      cancelTimer();
      runOnCancel();
    }
    return first;
  }

  private void runOnCancel() {
    Runnable action = (Runnable) ON_CANCEL.getAndSet(this, (Runnable) null);
    if (action != null) {
      try {
        action.run();
      } catch (Throwable e) {
        cell.processes().report(e);
      }
    }
  }
}
