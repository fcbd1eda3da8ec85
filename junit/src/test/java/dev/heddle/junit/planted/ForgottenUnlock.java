package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Mutex;
import dev.heddle.fiber.Semaphore;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * A way out of a method on which the mutex is not unlocked. It is taken when somebody else has the
 * only permit just then.
 */
final class ForgottenUnlock extends Planted {
  ForgottenUnlock() {
    super(Kind.DEADLOCK);
  }

  static void main() throws Exception {
    new ForgottenUnlock().run(false);
  }

  @Override
  void run(boolean mended) throws Exception {
    Mutex mutex = new Mutex();
    Semaphore permit = new Semaphore(1);
    try (Heddle heddle = Heddle.start()) {
      List<Fiber<?>> fibers = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        fibers.add(heddle.fiber("visitor-" + i, () -> visit(mutex, permit, mended)));
      }
      join(fibers);
    }
  }

  @SuppressWarnings("LockNotBeforeTry") // which is what would have kept it from happening
  private static void visit(Mutex mutex, Semaphore permit, boolean mended) {
    mutex.lock();
    if (!permit.tryAcquire()) {
      if (mended) {
        mutex.unlock();
      }
      return;
    }
    mutex.unlock();
    permit.release();
  }
}
