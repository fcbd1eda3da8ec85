package dev.heddle.testing;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Parking;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Closed until it is opened, once, for good. Whoever waits at it inside of a runtime waits in one
 * of Heddle's own waits: on either engine its worker goes on with something else.
 */
public final class Gate {
  private final Queue<Thread> waiters = new ConcurrentLinkedQueue<>();
  private volatile boolean open;

  /** Lets everybody through, now and later. */
  public void open() {
    open = true;
    waiters.forEach(Parking::unpark);
  }

  /** Whether it has been opened. */
  public boolean isOpen() {
    return open;
  }

  /** How many have come to wait so far. */
  public int waiters() {
    return waiters.size();
  }

  /** Whether {@code count} have come to wait, and each of them has left its worker. */
  public boolean hasParked(int count) {
    return waiters.size() == count
        && waiters.stream()
            .map(Thread::getState)
            .allMatch(s -> s == Thread.State.WAITING || s == Thread.State.TIMED_WAITING);
  }

  /** Waits until it is open; an interrupt stays pending and does not end the wait. */
  public void await() {
    boolean interrupted = false;
    long deadline = Clock.nanos() + Delays.LONG.toNanos();
    waiters.add(Thread.currentThread());
    while (!open) {
      long left = deadline - Clock.nanos();
      if (left <= 0) {
        throw new AssertionError("the gate stayed closed");
      }
      Parking.parkNanos(this, left);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** As {@link #await()}, but an interrupt ends the wait. */
  public void awaitInterruptibly() throws InterruptedException {
    long deadline = Clock.nanos() + Delays.LONG.toNanos();
    waiters.add(Thread.currentThread());
    while (!open) {
      if (Thread.interrupted()) {
        throw new InterruptedException("at the gate");
      }
      long left = deadline - Clock.nanos();
      if (left <= 0) {
        throw new AssertionError("the gate stayed closed");
      }
      Parking.parkNanos(this, left);
    }
  }
}
