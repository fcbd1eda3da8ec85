package dev.heddle.fiber;

/** Broken on purpose: a {@link Waiter} whose outcome is set by a read and a write. */
final class CarelessWaiter {
  private volatile boolean over;

  boolean claim() {
    return end();
  }

  boolean giveUp() {
    return end();
  }

  private boolean end() {
    boolean before = over;
    over = true;
    return !before;
  }
}
