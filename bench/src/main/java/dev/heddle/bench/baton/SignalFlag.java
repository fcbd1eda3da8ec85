package dev.heddle.bench.baton;

import dev.heddle.fiber.Signal;

/** Heddle's. */
final class SignalFlag implements Flag {
  private final Signal signal = Signal.automatic();

  @Override
  public void set() {
    signal.signal();
  }

  @Override
  public void await() throws InterruptedException {
    signal.await();
  }
}
