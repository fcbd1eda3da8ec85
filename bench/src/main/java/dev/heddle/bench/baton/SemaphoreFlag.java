package dev.heddle.bench.baton;

import java.util.concurrent.Semaphore;

/** The JDK's. */
final class SemaphoreFlag implements Flag {
  private final Semaphore semaphore = new Semaphore(0);

  @Override
  public void set() {
    semaphore.release();
  }

  @Override
  public void await() throws InterruptedException {
    semaphore.acquire();
  }
}
