package dev.heddle.process;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A message that will be sent, once or again and again: see {@link ProcessContext#sendAfter} and
 * {@link ProcessContext#sendEvery}. Gone with the process that made it.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class SendTimer implements AutoCloseable {
  private final ProcessCell owner;
  private final Pid target;
  private final Object message;

  /** How long from one to the next; 0: there is one only. */
  private final long period;

  private final Bond bond = () -> cancel();

  /** The next time it fires; null before it begins and once it is over. Guarded by this. */
  private @Nullable Shot next;

  /** Whether it is over. Guarded by this. */
  private boolean over;

  /** One time that it fires. */
  private final class Shot extends Timer {
    private final long deadline;

    Shot(long deadline) {
      this.deadline = deadline;
    }

    @Override
    protected void fire() {
      SendTimer.this.fire(this);
    }
  }

  SendTimer(ProcessCell owner, Pid target, Object message, long period) {
    this.owner = owner;
    this.target = target;
    this.message = message;
    this.period = period;
  }

  static long nanos(Duration time) {
    return Math.clamp(TimeUnit.NANOSECONDS.convert(time), 0, Long.MAX_VALUE / 4);
  }

  /** Begins, if the owner has not ended. */
  void begin(long delay) {
    if (owner.keep(bond)) {
      assert Moment.passes("a timer is kept");
      schedule(Clock.nanos() + delay);
    }
  }

  private void schedule(long deadline) {
    Shot shot = new Shot(deadline);
    synchronized (this) {
      if (over) {
        return; // cancelled meanwhile
      }
      next = shot;
    }
    assert Moment.passes("a timer has a shot");
    Scheduler scheduler = owner.processes().scheduler();
    scheduler.schedule(shot, deadline);
    assert Moment.passes("a timer is scheduled");
    synchronized (this) {
      if (next != shot) {
        shot.cancel(); // before it was there to be cancelled
      }
    }
  }

  private void fire(Shot shot) {
    synchronized (this) {
      if (next != shot) {
        return;
      }
      if (period == 0) {
        next = null; // so that nothing is left to be cancelled
      }
    }
    assert Moment.passes("a timer fires");
    owner.processes().post().sendByTimer(target, message);
    assert Moment.passes("a timer has fired");
    if (period == 0) {
      cancel();
    } else {
      long now = Clock.nanos();
      long following = shot.deadline + period;
      schedule(following - now > 0 ? following : now + period);
    }
  }

  /**
   * Sends no more.
   *
   * @return whether something was left to be sent
   */
  public boolean cancel() {
    Shot last;
    synchronized (this) {
      last = next;
      next = null;
      over = true;
    }
    assert Moment.passes("a timer is over");
    owner.bonds().remove(bond);
    assert Moment.passes("a timer is not kept any more");
    if (last != null) {
      last.cancel();
    }
    return last != null;
  }

  /** As {@link #cancel}. */
  @Override
  public void close() {
    cancel();
  }

  @Override
  public String toString() {
    return "SendTimer[" + message + " to " + target + "]";
  }
}
