package dev.heddle.process;

import dev.heddle.scheduler.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One process watches another: see {@link ProcessContext#monitor}. Each monitor brings one {@link
 * Down}, unless it is closed before.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Monitor implements AutoCloseable {
  private static final VarHandle OVER;

  static {
    try {
      OVER = MethodHandles.lookup().findVarHandle(Monitor.class, "over", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ProcessCell watcher;
  private final Pid target;
  private final @Nullable ProcessCell watched;

  @SuppressWarnings("unused") // through OVER
  private volatile boolean over;

  Monitor(ProcessCell watcher, Pid target, @Nullable ProcessCell watched) {
    this.watcher = watcher;
    this.target = target;
    this.watched = watched;
  }

  /** Writes both ends, or tells at once that the target has ended. */
  void begin() {
    if (watched == null) {
      tell(new Exit.Unknown());
    } else if (watcher.bonds().addWatching(this)) {
      assert Moment.passes("a monitor has its own end");
      Exit exit = watched.bonds().addWatcher(this) ? null : watched.exit();
      assert Moment.passes("a monitor has both ends, or was refused");
      if (exit != null) {
        tell(exit);
      } else if (watcher.bonds().isClosed()) {
        watched.bonds().removeWatcher(this);
      }
    }
  }

  /** The target has ended. */
  void tell(Exit exit) {
    assert Memory.suffices("a Down");
    Down down = new Down(this, exit); // before anything is changed
    if (OVER.compareAndSet(this, false, true)) {
      assert Moment.passes("a monitor is over");
      watcher.bonds().removeWatching(this);
      watcher.processes().post().put(watcher, down);
    }
  }

  /** Ends the watch: a {@code Down} that has not been sent yet never is. */
  @Override
  public void close() {
    if (OVER.compareAndSet(this, false, true)) {
      assert Moment.passes("a monitor is closed");
      watcher.bonds().removeWatching(this);
      assert Moment.passes("a closed monitor has lost its own end");
      forget();
    }
  }

  /** The watcher has ended. */
  void forget() {
    if (watched != null) {
      watched.bonds().removeWatcher(this);
    }
  }

  /** Who is watched. */
  public Pid target() {
    return target;
  }

  @Override
  public String toString() {
    return "Monitor[" + target + "]";
  }
}
