package dev.heddle.process;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A thread or fiber that waits for a reply. {@code outcome} is set once, by a CAS: by who answers,
 * or by the waiter when its time is up. So a reply that came first counts, whatever the clock says.
 */
final class AskingThread implements Asker {
  /** For tests: the {@link Moment} after which it waits. */
  static final String WAITS = "a thread waits for its answer";

  private static final VarHandle OUTCOME;
  private static final Outcome LATE = new Outcome(null, null);

  static {
    try {
      OUTCOME = MethodHandles.lookup().findVarHandle(AskingThread.class, "outcome", Outcome.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private record Outcome(@Nullable Object result, @Nullable Throwable error) {}

  private final Processes processes;
  private final Pid target;
  private final Duration timeout;
  private final long start = Clock.nanos();
  private final Thread thread = Thread.currentThread();
  private volatile @Nullable Outcome outcome;

  AskingThread(Processes processes, Pid target, Duration timeout) {
    this.processes = processes;
    this.target = target;
    this.timeout = timeout;
  }

  @Override
  public void answer(@Nullable Object result) {
    assert Memory.suffices("an answer");
    if (!settle(new Outcome(result, null))) {
      processes.post().bury(target, result, DeadLetter.Reason.LATE_REPLY);
    }
  }

  @Override
  public void giveUp(Throwable why) {
    assert Memory.suffices("an answer");
    settle(new Outcome(null, why));
  }

  private boolean settle(Outcome given) {
    boolean first = OUTCOME.compareAndSet(this, null, given);
    if (first) {
      assert Moment.passes("a thread has its answer");
      Parking.unpark(thread);
    }
    return first;
  }

  /** The thread itself: waits for the reply. */
  @Nullable Object await() throws InterruptedException, TimeoutException {
    assert Moment.passes(WAITS);
    long all = TimeUnit.NANOSECONDS.convert(timeout);
    long nanos = all == Long.MAX_VALUE ? all : all - (Clock.nanos() - start);
    boolean done = processes.scheduler().await(() -> outcome != null, this, nanos, true);
    if (!done && OUTCOME.compareAndSet(this, null, LATE)) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw new TimeoutException("%s has not replied within %s".formatted(target, timeout));
    }
    Outcome settled = outcome;
    Throwable error = settled == null ? null : settled.error();
    if (error instanceof CommandException refused) {
      throw refused;
    }
    if (error instanceof TimeoutException late) {
      throw late;
    }
    return settled == null ? null : settled.result();
  }

  @Override
  public String toString() {
    return "a reply of " + target;
  }
}
