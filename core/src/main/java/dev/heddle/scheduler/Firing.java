package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A timer whose time has come, as an item. It is found in the middle of a choice, where whoever
 * plays the worker must not wait or leave it, and most timers take locks or call what is not ours.
 */
final class Firing extends Slip {
  private final Timer timer;

  Firing(Timer timer) {
    this.timer = timer;
  }

  @Override
  protected Object claim() {
    return this; // it has one entry only
  }

  @Override
  protected @Nullable Work carryOut() {
    timer.fire();
    return null;
  }

  /** After the end of the runtime: what it would have told is over. */
  @Override
  protected void abandon(RuntimeException reason) {}

  @Override
  public String toString() {
    return "a timer";
  }
}
