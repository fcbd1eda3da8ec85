package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.World;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A way into one process, which can be handed on and closed: see {@link ProcessContext#openPort}
 * and {@link Processes#openPort}.
 *
 * <p><b>Sending.</b> {@link #send} says whether the owner lived when it arrived. Called in a step,
 * it also marks a hand-over: when the step has returned, the worker goes straight to the owner, if
 * that waited or stood in a queue, whichever worker's. That is the fastest way to get an answer.
 * The last send of a step counts; hand-overs are limited in a row.
 *
 * <p><b>References.</b> A port begins with one reference. Who gives it to somebody else who shall
 * close it too calls {@link #retain} first. When the last reference is closed, the owner gets a
 * {@link PortUnused}; from then on every send is refused.
 *
 * <p>Implementation: the promise that the owner cannot end between look-up and enqueue needs no
 * lock around the two, because a mailbox that is closed refuses the push ({@code ProcessMailbox}).
 * The owner's end closes the mailbox, then lets go of the ports.
 */
public final class Port implements AutoCloseable {
  private final Pid pid;
  private final AtomicInteger references = new AtomicInteger(1);
  private final ProcessCell owner;

  Port(ProcessCell owner) {
    this.owner = owner;
    this.pid = owner.self();
  }

  /**
   * Sends {@code message} to the owner.
   *
   * @return false if the owner has ended: the message was not sent. A message that is dropped
   *     because the mailbox is full counts as sent, and is a dead letter
   * @throws IllegalStateException if all references were closed
   * @throws MailboxFullException if the mailbox is full, and its owner chose {@link WhenFull#FAIL}
   */
  public boolean send(Object message) {
    Objects.requireNonNull(message, "message");
    World.point();
    if (references.getOpaque() == 0) {
      throw closed();
    }
    return owner.processes().post().sendThrough(this, owner, message);
  }

  /**
   * Counts one reference more.
   *
   * @return this port
   * @throws IllegalStateException if all references were closed
   */
  public Port retain() {
    int now;
    do {
      now = references.get();
      if (now == 0) {
        throw closed();
      }
    } while (!references.compareAndSet(now, now + 1));
    return this;
  }

  /**
   * Gives one reference back; after the last, the owner is told.
   *
   * @throws IllegalStateException if it is given back too often
   */
  @Override
  public void close() {
    StackRoom.toHold(); // the owner has to be told of the last one
    int now;
    do {
      now = references.get();
      if (now == 0) {
        throw closed();
      }
    } while (!references.compareAndSet(now, now - 1));
    if (now == 1) {
      owner.processes().post().put(owner, new PortUnused(this));
    }
  }

  private IllegalStateException closed() {
    return new IllegalStateException(
        "all references to the port of "
            + pid
            + " are closed; who uses it has to retain() it before others close theirs");
  }

  /** The process that this leads to, living or not. */
  public Pid owner() {
    return pid;
  }

  /** Whether the owner has not ended and somebody has a reference. */
  public boolean isOpen() {
    return owner.state() != ProcessWord.COMPLETE && references.get() > 0;
  }

  @Override
  public String toString() {
    return "Port[" + pid + "]";
  }
}
