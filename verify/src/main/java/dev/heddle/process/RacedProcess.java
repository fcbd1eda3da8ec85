package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/** The word and the mailbox of a process, real or broken: see {@link ProcessMailbox}. */
interface RacedProcess {
  /**
   * Puts {@code event} in and wakes the process; runs {@code addEntry} if an entry is to be put
   * into a queue.
   *
   * @return false if the process has ended
   */
  boolean send(Event event, Runnable addEntry);

  /** As {@link #send}, from a worker whose slot is free; {@code fillSlot} if it is to be filled. */
  boolean sendNext(Event event, Runnable fillSlot);

  boolean kill();

  boolean claimEntry();

  boolean claimWithoutEntry();

  boolean becomeEntry();

  boolean seize();

  boolean claimIdle();

  void started();

  void yielding();

  boolean leave(int state);

  boolean requeue();

  void finish();

  boolean isKilled();

  int state();

  @Nullable Event poll();

  boolean hasEvents();

  @Nullable Event closeMailbox();

  int messages();
}
