package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for a few instructions: what is written under it is seen by the next who takes it. Not
 * reentrant; under it nothing may park, yield or call code of others. Its holder can lose its
 * processor, so who waits spins for a moment and then yields: a fiber its worker, a thread its
 * processor. So a fiber may go on under another worker after {@link #lock}.
 *
 * <p>The primitives of {@code dev.heddle.fiber} have one of their own, {@code Guard}: they are its
 * subclasses and known to users, who must not see these methods.
 */
public abstract class SpinLock {
  private static final int SPINS = 64;
  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through HELD
  private volatile int held;

  /** For subclasses. */
  protected SpinLock() {}

  protected final void lock() {
    int spins = 0;
    while (!tryLock()) {
      while (held != 0) {
        if (spins < SPINS) {
          spins++;
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
    }
  }

  protected final boolean tryLock() {
    return HELD.compareAndSet(this, 0, 1);
  }

  protected final void unlock() {
    HELD.setRelease(this, 0);
  }
}
