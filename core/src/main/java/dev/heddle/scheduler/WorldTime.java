package dev.heddle.scheduler;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The time of a {@link World}, in nanoseconds since its beginning. It goes on when it is told to,
 * and, when nobody can act, to the next moment at which somebody can: an alarm of an actor's, or a
 * timer of a thread outside.
 */
final class WorldTime {
  private record Alarm(long time, long order, Actor actor, int number) {
    /** Whether the actor has neither been woken nor got another alarm since. */
    boolean counts() {
      return number == actor.alarm;
    }
  }

  private final TimerWheel timers = new TimerWheel(0);
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(Comparator.comparingLong(Alarm::time).thenComparingLong(Alarm::order));
  private long now;
  private long alarmsSet;

  long now() {
    return now;
  }

  void goOn(long nanos) {
    now += nanos;
  }

  /** {@code timer} shall fire at {@code deadline}. */
  void schedule(Timer timer, long deadline) {
    timers.add(timer, deadline);
  }

  /** {@code actor} shall be woken in {@code nanos}, and not by an alarm that it had before. */
  void setAlarm(Actor actor, long nanos) {
    alarms.add(new Alarm(now + nanos, alarmsSet++, actor, ++actor.alarm));
  }

  /** An actor whose alarm goes off now; null: none, or no more. */
  @Nullable Actor nextDue() {
    while (!alarms.isEmpty() && alarms.peek().time() <= now) {
      Alarm due = alarms.poll();
      if (due.counts()) {
        return due.actor();
      }
    }
    return null;
  }

  /** Fires the timers that are due. */
  void fireDue() {
    timers.fireDue(now);
  }

  /** Whether there is a moment to come at which somebody can act. */
  boolean hasNext() {
    return next() != Long.MAX_VALUE;
  }

  /** Goes on to the next moment at which somebody can act; false: there is none. */
  boolean goOnToNext() {
    long next = next();
    if (next == Long.MAX_VALUE) {
      return false;
    }
    now = Math.max(now, next);
    return true;
  }

  private long next() {
    while (!alarms.isEmpty() && !alarms.peek().counts()) {
      alarms.poll();
    }
    long untilTimer = timers.nanosUntilDue(now);
    return Math.min(
        alarms.isEmpty() ? Long.MAX_VALUE : alarms.peek().time(),
        untilTimer == TimerWheel.NEVER ? Long.MAX_VALUE : now + untilTimer);
  }
}
