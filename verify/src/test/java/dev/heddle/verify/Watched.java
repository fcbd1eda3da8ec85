package dev.heddle.verify;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits that end: with what is waited for, or with a report of what hangs. */
public final class Watched {
  private static final int SPINS = 1_000;
  private static final long NAP = 50_000;

  private Watched() {}

  /** Waits until {@code done}; false if that takes longer than {@code limit}. */
  public static boolean becomes(BooleanSupplier done, Duration limit) {
    long start = System.nanoTime();
    for (int look = 0; !done.getAsBoolean(); look++) {
      if (System.nanoTime() - start > limit.toNanos()) {
        return false;
      }
      if (look < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(NAP);
      }
    }
    return true;
  }

  /** Waits until {@code done}; if it hangs, fails with {@code what} and all threads' stacks. */
  public static void await(BooleanSupplier done, String what) {
    if (!becomes(done, Effort.STUCK)) {
      throw new AssertionError(
          "%s did not happen within %s%n%s".formatted(what, Effort.STUCK, ThreadDump.take()));
    }
  }
}
