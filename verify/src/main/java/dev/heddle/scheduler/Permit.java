package dev.heddle.scheduler;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The permit of {@link LockSupport}, for an actor that would park. */
final class Permit {
  /** By then a permit that is there has been taken, however busy the machine is. */
  private static final long LOST = 10_000_000_000L;

  private Permit() {}

  /** Takes a permit that the calling thread may have from a race before. */
  static void forget() {
    LockSupport.unpark(Thread.currentThread());
    LockSupport.park();
  }

  /** Whether the calling thread has a permit once {@code senderIsDone}. */
  static boolean came(BooleanSupplier senderIsDone) {
    while (!senderIsDone.getAsBoolean()) {
      Thread.yield();
    }
    long start = System.nanoTime();
    LockSupport.parkNanos(LOST);
    return System.nanoTime() - start < LOST;
  }
}
