package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.ClassName;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.OwnThread;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process that is a fiber. It is {@code RUNNING} while its body runs, blocked or not, and {@code
 * IDLE} while it waits in a receive. It never stands in a queue as itself: whoever makes it {@code
 * READY} claims it at once, on behalf of its fiber, and unparks that. So the word says who may
 * touch its state, as for any process; and the argument of {@link ProcessWord} for its wake-ups
 * holds.
 */
final class FiberCell extends ProcessCell {
  private final ProcessBody body;
  private final Inbox inbox;
  private final Life life;

  @SuppressWarnings("this-escape") // into its thread, which is not started before this is complete
  FiberCell(Processes processes, ProcessBody body, @Nullable Pid parent) {
    super(processes, new Stand(body), parent);
    this.body = body;
    try {
      assert Memory.suffices("a fiber that is a process");
      this.inbox = new Inbox(this);
      this.life = new Life(processes.scheduler(), this);
    } catch (OutOfMemoryError e) {
      processes.stillborn(self().number());
      throw e;
    }
  }

  /** What stands where another process has its state machine. */
  private record Stand(ProcessBody body) implements Process {
    @Override
    public void step(Events events, StepOutput out) {
      throw new AssertionError("its body runs on a fiber");
    }

    @Override
    public String toString() {
      return body.toString();
    }
  }

  /** The fiber. */
  private static final class Life extends OwnThread {
    private final FiberCell cell;

    Life(Scheduler scheduler, FiberCell cell) {
      super(scheduler, "");
      this.cell = cell;
    }

    @Override
    protected String recordedKind() {
      return cell.recordedKind();
    }

    @Override
    protected String recordedName() {
      return cell.recordedName();
    }

    @Override
    protected long recordedNumber() {
      return cell.recordedNumber();
    }

    @Override
    public void run() {
      try {
        cell.live();
      } finally {
        scheduler().ended(this);
      }
    }

    @Override
    protected void abandon(RuntimeException reason) {
      try {
        cell.abandon(reason); // the body has not begun, and never will
      } finally {
        scheduler().ended(this);
      }
    }
  }

  @Override
  String className() {
    return body.getClass().getName();
  }

  @Override
  String typeName() {
    return ClassName.of(body.getClass());
  }

  /** The spawner: lets the fiber begin. */
  @Override
  void begin(boolean inside) {
    processes().scheduler().start(life);
  }

  /** On the fiber: the whole life. */
  private void live() {
    if (!claimEntry()) {
      return;
    }
    Exit exit;
    if (isKilled() || processes().scheduler().isEnded()) {
      exit = whyKilled();
    } else {
      exit = runBody();
    }
    end(exit);
  }

  private Exit runBody() {
    try {
      return completed(body.run(inbox));
    } catch (ProcessCancelledException e) {
      return isKilled() ? whyKilled() : completed(null);
    } catch (Throwable e) {
      if (isKilled() || (e instanceof InterruptedException && processes().isClosing())) {
        return whyKilled(); // at its deadline the runtime interrupts first, and kills then
      }
      reportCrash("its body", 0, e, lastMessages());
      return failed(e);
    }
  }

  private List<String> lastMessages() {
    try {
      assert Memory.suffices("the last messages");
      return inbox.describeLast(processes().describer());
    } catch (OutOfMemoryError _) {
      return List.of();
    }
  }

  // ---- the inbox

  @Override
  boolean isCaller() {
    return Thread.currentThread() == life.thread();
  }

  /** Refuses callers other than the fiber. */
  void checkCaller() {
    if (!isCaller()) {
      throw new IllegalStateException(
          "only the process " + self() + " can receive from its inbox; others send it a message");
    }
    StackRoom.toHold(); // between leaving and parking nothing may fail
  }

  /** The fiber: the next event, taken out of the mailbox; null if there is none. */
  @Nullable Event nextEvent() {
    if (isKilled()) {
      throw new ProcessCancelledException("the process " + self() + " was killed");
    }
    Event next = poll();
    if (next != null && processes().survey().diaries().has(this)) {
      processes().survey().diaries().received(this, next);
    }
    return next;
  }

  @Override
  Thread thread() {
    return life.thread();
  }

  /** The fiber: waits until something may have come; false if the time is up. */
  boolean awaitEvent(long nanos) throws InterruptedException {
    if (hasEvents() || !leave(IDLE)) {
      return true;
    }
    long start = nanos == Long.MAX_VALUE ? 0 : Clock.nanos();
    boolean interrupted = false;
    try {
      while (state() != RUNNING) {
        long left = nanos == Long.MAX_VALUE ? nanos : nanos - (Clock.nanos() - start);
        interrupted |= Thread.interrupted();
        if ((interrupted || left <= 0) && claimIdle()) {
          if (interrupted && !isKilled()) {
            interrupted = false;
            throw new InterruptedException();
          }
          return isKilled();
        }
        if (left <= 0) {
          Thread.onSpinWait(); // somebody has just claimed it for us
        } else if (left == Long.MAX_VALUE) {
          Parking.park(inbox);
        } else {
          Parking.parkNanos(inbox, left);
        }
      }
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  // ---- whoever has something for it

  /** Nobody goes on with it: its fiber does, as soon as who woke it has said so. */
  @Override
  boolean isHandedOver(Worker here) {
    return false;
  }

  @Override
  void wakeFrom(@Nullable Worker here) {
    super.wakeFrom(null);
  }

  @Override
  void resume() {
    if (claimEntry()) {
      Parking.unpark(life.thread());
    }
  }

  @Override
  void kill(Exit exit) {
    super.kill(exit);
    life.thread().interrupt();
  }

  @Override
  boolean endByForce() {
    kill(CLOSED);
    return false;
  }

  @Override
  @Nullable Event unread() {
    return inbox.refused().drain(super.unread());
  }

  @Override
  int messages() {
    return super.messages() + inbox.refused().messages();
  }
}
