package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Timer;
import org.jspecify.annotations.Nullable;

/** A message that is sent again and again. */
final class RepeatedSend implements SendTimer, Bond {
  private final ProcessCell owner;
  private final Pid target;
  private final Object message;
  private final long period;

  /** The next time it fires; null before it begins and once it is over. Guarded by this. */
  private @Nullable Shot next;

  /** Whether it is over. Guarded by this. */
  private boolean over;

  /** One time that it fires: a timer is used once. */
  private final class Shot extends Timer {
    private final long deadline;

    Shot(long deadline) {
      this.deadline = deadline;
    }

    @Override
    protected void fire() {
      RepeatedSend.this.fire(this);
    }
  }

  /**
   * @param period how long from one to the next; nanoseconds
   */
  RepeatedSend(ProcessCell owner, Pid target, Object message, long period) {
    this.owner = owner;
    this.target = target;
    this.message = message;
    this.period = period;
  }

  /** Begins, if the owner has not ended. */
  void begin() {
    StackRoom.toHold(); // what is kept has to be scheduled, or forgotten
    if (owner.keep(this)) {
      try {
        assert Moment.passes("a timer is kept");
        schedule(Clock.nanos() + period);
      } catch (Throwable e) {
        cancel();
        throw e;
      }
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
    owner.processes().scheduler().schedule(shot, deadline);
    assert Moment.passes("a timer is scheduled");
    synchronized (this) {
      if (next != shot) {
        shot.takeBack(); // before it was there to be taken back
      }
    }
  }

  private void fire(Shot shot) {
    synchronized (this) {
      if (next != shot) {
        return;
      }
    }
    try {
      assert Moment.passes("a timer fires");
      owner.processes().post().sendByTimer(target, message);
      assert Moment.passes("a timer has fired");
    } finally { // a message that there was no memory for is told by the error, and the next one
      // comes
      scheduleAfter(shot);
    }
  }

  private void scheduleAfter(Shot shot) {
    long now = Clock.nanos();
    long following = shot.deadline + period;
    try {
      schedule(following - now > 0 ? following : now + period);
    } catch (Throwable e) {
      cancel();
      throw e;
    }
  }

  @Override
  public boolean cancel() {
    StackRoom.toHold(); // what is over has to be forgotten
    Shot last;
    synchronized (this) {
      last = next;
      next = null;
      over = true;
    }
    assert Moment.passes("a timer is over");
    owner.bonds().remove(this);
    assert Moment.passes("a timer is not kept any more");
    if (last != null) {
      last.takeBack();
    }
    return last != null;
  }

  @Override
  public void undo() {
    cancel();
  }

  @Override
  public String toString() {
    return "SendTimer[" + message + " to " + target + "]";
  }
}
