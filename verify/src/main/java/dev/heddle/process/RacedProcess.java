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

  boolean kill();

  boolean claimEntry();

  boolean claimWithoutEntry();

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
