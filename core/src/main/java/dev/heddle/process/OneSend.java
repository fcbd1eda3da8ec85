package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Timer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A message that is sent once. It is its own timer, and its own place among those that its owner
 * has: there may be a million.
 *
 * <p>{@code over} is set once, by a CAS: by who sends the message, or by who cancels it, the
 * owner's end included. Who cancels it sets {@code over} and then takes it out of the wheel; who
 * begins puts it there and then looks at {@code over}. Both are volatile, so at least one of them
 * sees the other, and none stays in a wheel that is over. One that fires meanwhile sends nothing.
 */
final class OneSend extends Timer implements SendTimer {
  private static final VarHandle OVER;

  static {
    try {
      OVER = MethodHandles.lookup().findVarHandle(OneSend.class, "over", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ProcessCell owner;
  private final Pid target;
  private final Object message;

  // Its neighbours among those of the owner. Guarded by the owner's Bonds.
  @Nullable OneSend older;
  @Nullable OneSend newer;

  private volatile boolean over;

  OneSend(ProcessCell owner, Pid target, Object message) {
    this.owner = owner;
    this.target = target;
    this.message = message;
  }

  /** Begins, if the owner has not ended. */
  void begin(long delay) {
    StackRoom.toHold(); // what is kept has to be scheduled, or forgotten
    if (!owner.keep(this)) {
      over = true;
      return;
    }
    try {
      assert Moment.passes("a timer is kept");
      owner.processes().scheduler().schedule(this, Clock.nanos() + delay);
      assert Moment.passes("a timer is scheduled");
    } catch (Throwable e) {
      cancel();
      throw e;
    }
    if (over) {
      takeBack(); // before it was there to be taken back
    }
  }

  private boolean end() {
    return !over && OVER.compareAndSet(this, false, true);
  }

  @Override
  protected void fire() {
    if (end()) {
      owner.bonds().remove(this); // first: to send may fail, for want of memory
      assert Moment.passes("a timer fires");
      owner.processes().post().sendByTimer(target, message);
      assert Moment.passes("a timer has fired");
    }
  }

  @Override
  public boolean cancel() {
    StackRoom.toHold(); // what is over has to be forgotten
    if (!end()) {
      return false;
    }
    assert Moment.passes("a timer is over");
    owner.bonds().remove(this);
    assert Moment.passes("a timer is not kept any more");
    takeBack();
    return true;
  }

  @Override
  public String toString() {
    return "SendTimer[" + message + " to " + target + "]";
  }
}
