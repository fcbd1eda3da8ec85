package dev.heddle.bench.idleprocess;

/**
 * Very many actors that do nothing. What a crowd itself needs to find them again it has allocated
 * before they gather.
 */
interface Crowd {

  /** Makes all of them, and returns when they wait for messages. */
  void gather() throws InterruptedException;

  /** Ends all of them, and returns when they have ended. */
  void dismiss();
}
