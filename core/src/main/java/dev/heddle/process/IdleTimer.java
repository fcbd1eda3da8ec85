package dev.heddle.process;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Gives a process an {@link IdleTick} after a while; gone with it. One at a time is under way, and
 * is not moved when something comes: the process looks at the tick how long ago that was. So a
 * message costs nothing here.
 */
final class IdleTimer implements Bond {
  private final ProcessCell cell;

  /** Guarded by this. */
  private @Nullable Timer next;

  /** Guarded by this. */
  private boolean over;

  IdleTimer(ProcessCell cell) {
    this.cell = cell;
  }

  /** The process: has itself given a tick after {@code nanos}, instead of one under way. */
  void schedule(long nanos) {
    Timer timer =
        new Timer() {
          @Override
          protected void fire() {
            cell.processes().post().put(cell, new IdleTick());
          }
        };
    Timer before;
    synchronized (this) {
      if (over) {
        return;
      }
      before = next;
      next = timer;
    }
    if (before != null) {
      before.takeBack();
    }
    cell.processes().scheduler().schedule(timer, Clock.nanos() + nanos);
  }

  @Override
  public void undo() {
    Timer last;
    synchronized (this) {
      over = true;
      last = next;
      next = null;
    }
    if (last != null) {
      last.takeBack();
    }
  }
}
