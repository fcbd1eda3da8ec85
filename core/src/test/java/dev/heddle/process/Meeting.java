package dev.heddle.process;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.World;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the calling thread meets the end of a process, in one of two orders:
 *
 * <ul>
 *   <li>the operation up to a moment of it; the end up to a moment of its own; the rest of the
 *       operation; the rest of the end;
 *   <li>the end up to a moment; the operation up to one of its own; the rest of the end; the rest
 *       of the operation.
 * </ul>
 *
 * The end is on whichever worker takes it on.
 */
final class Meeting implements Moment.Witness {
  private final Thread operator = Thread.currentThread();
  private final Runnable end;
  private final Runnable whenKnown;
  private final ProcessCell victim;
  private final boolean endFirst;
  private final int operationTo;
  private final int endTo;

  /** Of the operator. */
  private int operationMoments;

  private boolean switched;
  private boolean busy;

  /** Of who ends the victim. */
  private int endMoments;

  private volatile boolean endHalts;
  private volatile boolean endMayGoOn;
  private volatile boolean endIsOver;
  private volatile boolean operationIsOver;
  private volatile @Nullable Throwable wrongWhenKnown;
  private volatile String endAt = "nowhere";
  private volatile String operationAt = "nowhere";

  /**
   * @param end has {@code victim} end
   * @param whenKnown called when the end is known, if the operation is over by then
   * @param operationTo at which of the operation's moments to switch; 0: before it
   * @param endTo at which moment of the end
   */
  Meeting(
      Runnable end,
      Runnable whenKnown,
      ProcessCell victim,
      boolean endFirst,
      int operationTo,
      int endTo) {
    this.end = end;
    this.whenKnown = whenKnown;
    this.victim = victim;
    this.endFirst = endFirst;
    this.operationTo = operationTo;
    this.endTo = endTo;
  }

  /** Runs both; returns when the operation has, and the victim has ended. */
  void hold(ConcurrentTestCase.Action operation) throws Throwable {
    Moment.tell(this);
    try {
      if (endFirst) {
        busy = true;
        beginEnd();
        busy = false;
      }
      if (operationTo == 0) {
        change("before");
      }
      operation.run();
      over();
      await(() -> endIsOver);
      Throwable wrong = wrongWhenKnown;
      if (wrong != null) {
        throw wrong;
      }
    } finally {
      endMayGoOn = true;
      Moment.tell(null);
    }
  }

  /** Whether the operation has so many moments. */
  boolean operationHalted() {
    return switched;
  }

  /** Whether the end has so many moments. */
  boolean endHalted() {
    return endHalts;
  }

  @Override
  public void see(String moment, @Nullable ProcessCell ending) {
    if (ending == victim) {
      seeEnd(moment);
    } else if (Thread.currentThread() == operator && !busy) {
      if (++operationMoments == operationTo) {
        change(moment);
      }
      if (moment.equals(AskingThread.WAITS)) {
        over();
      }
    }
  }

  private void change(String moment) {
    switched = true;
    operationAt = moment;
    busy = true;
    if (endFirst) {
      endMayGoOn = true;
      await(() -> endIsOver);
    } else {
      beginEnd();
    }
    busy = false;
  }

  private void beginEnd() {
    end.run();
    await(() -> endHalts || endIsOver);
  }

  /** The operation is over, or needs the end to go on. */
  private void over() {
    if (!endFirst && !switched) {
      busy = true;
      end.run();
      busy = false;
    }
    operationIsOver = true;
    endMayGoOn = true;
  }

  private void seeEnd(String moment) {
    if (moment.equals("the exit is known") && operationIsOver) {
      try {
        whenKnown.run();
      } catch (Throwable e) {
        wrongWhenKnown = e;
      }
    }
    if (++endMoments == endTo) {
      endAt = moment;
      endHalts = true;
      await(() -> endMayGoOn);
    }
    if (moment.equals("all is over")) {
      endIsOver = true;
    }
  }

  private interface Condition {
    boolean holds();
  }

  /** A worker that waits here is held, as by a step that takes long. */
  private void await(Condition condition) {
    long deadline = Clock.nanos() + Delays.LONG.toNanos();
    while (!condition.holds()) {
      if (Clock.nanos() - deadline > 0) {
        throw new AssertionError("has not gone on: " + this);
      }
      if (World.current() == null) {
        LockSupport.parkNanos(5_000);
      } else {
        World.spend(5_000);
      }
    }
  }

  @Override
  public String toString() {
    return "%s goes first; the operation stops at: %s; the end stops at: %s"
        .formatted(endFirst ? "the end" : "the operation", operationAt, endAt);
  }
}
