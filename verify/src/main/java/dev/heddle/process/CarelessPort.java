package dev.heddle.process;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Broken on purpose: a {@link Port} with two references that looks before it acts, and does not
 * notice if things have changed since.
 */
final class CarelessPort {
  private final ConcurrentLinkedQueue<Object> mailbox = new ConcurrentLinkedQueue<>();
  private volatile boolean ownerLives = true;
  private volatile int references = 2;

  boolean send(Object message) {
    return ownerLives && mailbox.add(message);
  }

  /** The owner: how many messages it has found. */
  int ownerEnds() {
    ownerLives = false;
    int found = 0;
    while (mailbox.poll() != null) {
      found++;
    }
    return found;
  }

  /** Whether the owner has to be told that nobody can send any more. */
  boolean close() {
    int now = references;
    references = now - 1;
    return now == 1;
  }
}
