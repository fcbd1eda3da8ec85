package dev.heddle.scheduler;

import dev.heddle.Heddle;

/** Takes the watchdog from a runtime, which would hide a lost wake-up after a second. */
public final class WithoutWatchdog {
  private WithoutWatchdog() {}

  /** {@code heddle}, which is to have workers, without it. */
  public static Heddle of(Heddle heddle) {
    heddle.fiber(() -> {}).scheduler().stopWatchdog();
    return heddle;
  }
}
