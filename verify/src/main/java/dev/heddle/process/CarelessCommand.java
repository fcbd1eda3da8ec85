package dev.heddle.process;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Broken on purpose: a {@link PendingCommand} that looks, and then writes. */
final class CarelessCommand {
  private enum State {
    PENDING,
    DONE,
    CANCELLED
  }

  private volatile State state = State.PENDING;
  private volatile @Nullable Runnable onCancel;

  /** The completions that the process has got. */
  final AtomicInteger events = new AtomicInteger();

  /** False if there was an outcome. */
  boolean complete() {
    if (state != State.PENDING) {
      return false;
    }
    state = State.DONE;
    events.incrementAndGet();
    return true;
  }

  void onCancel(Runnable action) {
    onCancel = action;
    if (state == State.CANCELLED) {
      runOnCancel();
    }
  }

  void cancel() {
    state = State.CANCELLED;
    runOnCancel();
  }

  private void runOnCancel() {
    Runnable action = onCancel;
    if (action != null) {
      onCancel = null;
      action.run();
    }
  }
}
