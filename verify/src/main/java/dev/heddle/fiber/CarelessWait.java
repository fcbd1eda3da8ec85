package dev.heddle.fiber;

/** Broken on purpose: a {@link Waiter} whose outcome is set by a read and a write, not by a CAS. */
final class CarelessWait {
  private volatile int outcome;

  /** As {@link Waiter#claim}. */
  boolean claim() {
    if (outcome != 0) {
      return false;
    }
    outcome = 1;
    return true;
  }

  /** As {@link Waiter#giveUp}. */
  boolean giveUp() {
    if (outcome != 0) {
      return false;
    }
    outcome = 2;
    return true;
  }
}
